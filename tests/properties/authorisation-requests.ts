import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import { formatAmount } from '#lib/money.ts'
import { createCampaign } from '#modules/campaigns/commands/create-campaign.ts'
import { buildCampaignInput, createPublishedCampaign } from '#modules/campaigns/testing.ts'
import { watchTestAddress } from '#modules/chains/testing.ts'
import { createTestCase } from '#modules/compliance/testing.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { getAnyDeposit } from '#modules/deposits/queries.ts'
import { expireQuote } from '#modules/deposits/steps/expire-quote.ts'
import {
  createCompletedDeposit,
  createPendingDeposit,
  createProofPicture,
} from '#modules/deposits/testing.ts'
import { writeNote } from '#modules/desk/commands/write-note.ts'
import {
  buildCvDocument,
  buildEnquiryInput,
  createTestEnquiry,
} from '#modules/enquiries/testing.ts'
import { beginAuthenticator } from '#modules/identity/commands/begin-authenticator.ts'
import { beginPasskey } from '#modules/identity/commands/begin-passkey.ts'
import { formatConsentVersion, type Member } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { deleteFactors } from '#modules/identity/steps/delete-factors.ts'
import {
  addTestAuthenticator,
  addTestPasskey,
  createSoftPasskey,
  createTestAdmin,
  createTestMember,
  generateAppCode,
  openTestSession,
  SAMPLE_PASSWORD,
} from '#modules/identity/testing.ts'
import { listNotifications } from '#modules/notifications/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import { giveRedemptionNotice } from '#modules/plans/commands/give-redemption-notice.ts'
import { proposePlan } from '#modules/plans/commands/propose-plan.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import {
  buildPlanInput,
  createApprovedIncome,
  createPublishedPlan,
  createStaff,
} from '#modules/plans/testing.ts'
import { buildDataExport } from '#modules/portfolio/commands/build-data-export.ts'
import { requestDataExport } from '#modules/portfolio/commands/request-data-export.ts'
import { listDataExports } from '#modules/portfolio/queries/data-exports.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { testimonialInput } from '#modules/testimonials/testing.ts'
import { returnVerification } from '#modules/verification/commands/return-verification.ts'
import { listDocuments, listVerifications } from '#modules/verification/queries.ts'
import {
  createDraft,
  createTestVerification,
  drawTestDocument,
  TEST_DETAILS,
} from '#modules/verification/testing.ts'
import { createPayoutBatch } from '#modules/withdrawals/commands/create-payout-batch.ts'
import { exportPayoutBatch } from '#modules/withdrawals/commands/export-payout-batch.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import {
  approveReviewed,
  fundMember,
  OTHER_ADDRESS,
  TEST_ADDRESS,
} from '#modules/withdrawals/testing.ts'
import type { App } from '#platform/app.ts'

/**
 * Where the requests of the matrix are made: everybody in it has money, and there is a plan to put
 * it into.
 */
export type Stage = { app: App; plan: PlanVersion }

/** What a call is sent so that it goes through for whom it lets in. */
export type CallFixture = {
  /** Makes what the call is about, for the member whose it is; its id goes into the address. */
  about?: (stage: Stage, owner: Member) => Promise<string>
  /**
   * The body, with the id of what it is about, and the session that it is sent in; none for a
   * caller who isn't signed in.
   */
  body?: (stage: Stage, id: string, sessionId: string) => object | Promise<object>
  /**
   * The code of a refusal that says no more than what everybody in the matrix has: a caller who
   * gets it was let in.
   */
  refusalCode?: string
  /** By cookie, where a token isn't taken. */
  cookie?: boolean
  /**
   * Shows everybody the ids of open quotes, with nothing of whose they are: a tool of the sandbox,
   * which live doesn't have.
   */
  showsDeposits?: boolean
}

const terms = ({ plan }: Stage) => ({ planId: plan.id, amount: '1500', method: 'USDT' })

/**
 * A quote that has ended: it can be read, quoted again and paid late, and it leaves room for
 * further ones.
 */
async function createExpiredQuote(stage: Stage, owner: Member): Promise<string> {
  const { id } = await quoteDeposit(stage.app, owner, terms(stage))
  await stage.app.db
    .transaction()
    .execute((tx) => expireQuote(tx, id, owner.id, stage.app.clock.now()))
  return id
}

/** A payment on chain of an expired quote, as a provider showed it. */
async function createChainPayment(stage: Stage, owner: Member): Promise<string> {
  const { app } = stage
  const now = app.clock.now()
  const { id, coin, address } = await getAnyDeposit(
    app.db,
    await createExpiredQuote(stage, owner),
    now,
  )
  const chain = coin === 'BTC' ? ('bitcoin' as const) : ('ethereum' as const)
  const paymentId = createId('pay')
  await watchTestAddress(app, { chain, coin, address })
  await sql`
    insert into chain_payment (id, chain, coin, txid, output_index, address, units, first_seen_at)
    values (${paymentId}, ${chain}, ${coin}, encode(sha256(convert_to(${paymentId}, 'UTF8')), 'hex'),
      0, ${address}, 1, ${now})`.execute(app.watcherDb)
  await sql`
    insert into deposit_payment (payment_id, deposit_id, member_id, arrived_at, rate, assigned_at,
      assigned_by)
    select ${paymentId}, id, member_id, created_at, rate, created_at, 'Candor' from deposit
    where id = ${id}`.execute(app.db)

  return paymentId
}

const pending = async (stage: Stage, owner: Member) =>
  (await createPendingDeposit(stage.app, owner, terms(stage))).id

const createTask = async ({ app }: Stage, owner: Member) => {
  const { admin } = await createTestAdmin(app)
  const task = { subjectId: owner.id, message: 'Call back.', assignedTo: admin.id }
  return (await writeNote(app, admin, task)).id
}

const completed = async (stage: Stage, owner: Member) =>
  (await createCompletedDeposit(stage.app, owner, createStaff('ines', 'finance'), terms(stage))).id

/** Income of a plan of its own. */
const createTestIncome = async ({ app }: Stage): Promise<string> => {
  const { planId } = await createPublishedPlan(app, { name: createId('pln') })
  return (
    await createApprovedIncome(app, planId, { bankReference: `Rent ${createId('ref').slice(4)}` })
  ).id
}

const createWithdrawal = async ({ app }: Stage, owner: Member) =>
  (await requestWithdrawal(app, owner, { amount: '100', method: 'USDT', address: TEST_ADDRESS })).id

async function createApprovedWithdrawal(stage: Stage, owner: Member): Promise<string> {
  const id = await createWithdrawal(stage, owner)
  await approveReviewed(stage.app, createStaff('ines', 'finance'), id)
  return id
}

async function createBatch(stage: Stage, owner: Member): Promise<string> {
  const withdrawalIds = [await createApprovedWithdrawal(stage, owner)]
  const ines = createStaff('ines', 'finance')
  return await createPayoutBatch(stage.app, ines, { method: 'USDT', withdrawalIds })
}

async function createExportedBatch(stage: Stage, owner: Member): Promise<string> {
  const batchId = await createBatch(stage, owner)
  return (await exportPayoutBatch(stage.app, createStaff('ines', 'finance'), { batchId })).id
}

async function createPaidWithdrawal(stage: Stage, owner: Member): Promise<string> {
  const withdrawalId = await createApprovedWithdrawal(stage, owner)
  await markPaid(stage.app, createStaff('ines', 'finance'), { withdrawalId, txid: createId('tx') })
  return withdrawalId
}

const buildWithdrawalBody = (id: string) => ({
  amount: formatAmount(INVESTED, 'USD'),
  payment_channel: 'USDT',
  wallet_address: TEST_ADDRESS,
  positions: [id],
})

const createDraftCampaign = async ({ app }: Stage) =>
  (await createCampaign(app, createStaff('ines', 'finance'), buildCampaignInput(app.clock.today())))
    .id
const publishTestCampaign = async ({ app }: Stage) =>
  (await createPublishedCampaign(app, createStaff('ines', 'finance'))).id
const newCampaign = ({ app }: Stage) => ({
  ...buildCampaignInput(app.clock.today()),
  amount: '25',
  budget: '1000',
})

/** Everybody's cash: enough for all requests of the matrix, and less than one position. */
const CASH = 5_000_000n
export const INVESTED = 6_000_000n

/** Gives a member cash and a position; answers the position's id. */
export const fundTestMember = async (
  { app, plan }: Stage,
  { id }: Member,
  cash = CASH,
): Promise<string> =>
  (await fundMember(app, id, { cash, invested: INVESTED, planVersionId: plan.id })) ?? ''

const position = (stage: Stage, owner: Member) => fundTestMember(stage, owner, 0n)

/** A position whose plan asks for notice. */
async function createPositionWithNoticePeriod({ app }: Stage, { id }: Member): Promise<string> {
  const version = await createPublishedPlan(app, {
    name: createId('pln'),
    termDays: 100,
    noticePeriodDays: 10,
  })

  return (await fundMember(app, id, { invested: 100_000n, planVersionId: version.id })) ?? ''
}

const createRedemptionNotice = async (stage: Stage, owner: Member) =>
  (
    await giveRedemptionNotice(stage.app, owner, {
      positionId: await createPositionWithNoticePeriod(stage, owner),
      amount: 10_000n,
    })
  ).id

/** Proposes a draft by another admin, so that each person who may publish may publish it. */
async function draft({ app }: Stage): Promise<string> {
  const plan = buildPlanInput(app.clock.today(), { name: createId('pln') })
  return (await proposePlan(app, createStaff('ines', 'finance'), plan)).versionId
}

const proposal = ({ app }: Stage) => {
  const { minAmount, maxAmount, targetBps, ...plan } = buildPlanInput(app.clock.today(), {
    name: createId('pln'),
  })
  return { ...plan, minAmount: '1000', maxAmount: '2000', percentage: `${targetBps / 100}%` }
}

async function proof({ plan }: Stage, id: string): Promise<FormData> {
  const form = new FormData()
  const fields = { _id: id, amount: '1500', payment_method: 'USDT', selected_plan: plan.id }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('payment_proof', new File([Uint8Array.from(await createProofPicture())], 'proof.png'))
  return form
}

function enquiry({ app }: Stage): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(buildEnquiryInput(app))) form.set(name, String(value))
  return form
}

const createCase = async ({ app }: Stage) => (await createTestCase(app)).found.id

/** A draft of a basic verification with every document, made again where the last was submitted. */
async function createVerificationDraft({ app }: Stage, owner: Member): Promise<string> {
  const [last] = await listVerifications(app.db, owner.id)
  if (last?.status === 'in_review')
    await returnVerification(app, (await createTestAdmin(app)).admin, {
      verificationId: last.id,
      memberReason: 'Please send both again.',
      documents: ['identity_document', 'photo_with_code'],
    })

  return (await createDraft(app, owner)).id
}

async function createVerificationDocument(stage: Stage, owner: Member): Promise<string> {
  const id = await createVerificationDraft(stage, owner)
  const [document] = await listDocuments(stage.app.db, [id])
  return document?.id ?? ''
}

async function identityDocument(): Promise<FormData> {
  const form = new FormData()
  form.set('kind', 'identity_document')
  form.set('file', new File([Uint8Array.from(await drawTestDocument())], 'passport.png'))
  return form
}

const createReviewed = async ({ app }: Stage) => (await createTestVerification(app)).verification.id

async function createReviewedDocument(stage: Stage): Promise<string> {
  const [document] = await listDocuments(stage.app.db, [await createReviewed(stage)])
  return document?.id ?? ''
}

const application = async ({ app }: Stage) =>
  (await createTestEnquiry(app, { kind: 'career', cv: buildCvDocument() })).id

/** A file of the member's own data: the one that was asked for, made, or a new one. */
async function createDataExport({ app }: Stage, owner: Member): Promise<string> {
  const [known] = await listDataExports(app.db, owner.id)
  const { id } = known ?? (await requestDataExport(app, owner, { password: SAMPLE_PASSWORD }))
  await buildDataExport(app, id)
  return id
}

async function createNotification({ app }: Stage, { id, email }: Member): Promise<string> {
  const recipient = { memberId: id, to: email }
  await app.db.transaction().execute((tx) => notify(tx, app, recipient, 'account-reactivated', {}))
  return (await listNotifications(app.db, id))[0]?.id ?? ''
}

/** Returns the member whose session sends a request of the matrix; null for the staff. */
async function inSession({ app }: Stage, sessionId: string): Promise<Member | null> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from session where id = ${sessionId} and person_id like 'mem%'`.execute(
    app.db,
  )
  return rows[0] ? await getMember(app.db, rows[0].id) : null
}

const removeAllFactors = ({ app }: Stage, { id }: Member) =>
  app.db.transaction().execute((tx) => deleteFactors(tx, id))

/** Removes the second factors that earlier requests have set up. */
async function withoutFactors(stage: Stage, _id: string, sessionId: string): Promise<object> {
  const member = await inSession(stage, sessionId)
  if (member) await removeAllFactors(stage, member)
  return {}
}

async function begunAuthenticator(stage: Stage, id: string, sessionId: string): Promise<object> {
  await withoutFactors(stage, id, sessionId)
  const member = await inSession(stage, sessionId)
  if (!member) return { code: '000000' }
  const { secret } = await beginAuthenticator(stage.app, member)
  return { code: generateAppCode(stage.app, secret) }
}

async function setUpAuthenticator(stage: Stage, id: string, sessionId: string): Promise<object> {
  await withoutFactors(stage, id, sessionId)
  const member = await inSession(stage, sessionId)
  if (member) await addTestAuthenticator(stage.app, member, sessionId)
  return {}
}

async function recoveryCode(stage: Stage, id: string, sessionId: string): Promise<object> {
  await withoutFactors(stage, id, sessionId)
  const member = await inSession(stage, sessionId)
  const made = member && (await addTestAuthenticator(stage.app, member, sessionId))
  return { recovery_code: made?.codes[0] ?? 'abcdef-ghjkmn-pqrstu-vwxyz2' }
}

async function buildPasskey(stage: Stage, id: string, sessionId: string): Promise<object> {
  await withoutFactors(stage, id, sessionId)
  const member = await inSession(stage, sessionId)
  const options = member ? { ...(await beginPasskey(stage.app, member, sessionId)) } : { user: {} }
  return { name: 'Laptop', passkey: createSoftPasskey(stage.app.config).make(options) }
}

/** A passkey, and no more: sessions opened before it was added prove nothing any more. */
async function aPasskey(stage: Stage, owner: Member): Promise<string> {
  await removeAllFactors(stage, owner)
  const { sessionId } = await openTestSession(stage.app, owner)
  return (await addTestPasskey(stage.app, owner, sessionId)).id
}

/** Lets a session have shown a second factor a moment ago, whosever it is. */
async function proveSecondFactor({ app }: Stage, _id: string, sessionId: string): Promise<object> {
  await sql`update session set proved_by = 'passkey' where id = ${sessionId}`.execute(app.db)
  return {}
}

const anotherSession = async ({ app }: Stage, owner: Member) =>
  (await openTestSession(app, owner)).sessionId

async function withFactor(stage: Stage, owner: Member): Promise<string> {
  await aPasskey(stage, owner)
  return owner.id
}

const reason = () => ({ reason: 'It is not what was agreed.' })

/**
 * Every call that needs something to be sent, by its name in the matrix. Of a member's calls all
 * that change something or have something in their address stand here, or a refusal of an empty
 * request would pass for being let in.
 */
export const REQUESTS: Record<string, CallFixture> = {
  'GET /dev/chain.json': { showsDeposits: true },
  'PATCH /api/user/pass': {
    body: () => ({ current_password: SAMPLE_PASSWORD, new_password: 'four unrelated words here' }),
  },

  'PATCH /api/admin/pass': {
    body: () => ({ current_password: SAMPLE_PASSWORD, new_password: 'four unrelated words here' }),
  },
  'POST /api/admin/pass/check': { body: () => ({ new_password: 'four unrelated words here' }) },

  'POST /api/user/pass/check': { body: () => ({ new_password: 'four unrelated words here' }) },
  'PATCH /api/user/profile': { body: () => ({ version: 1 }) },
  'POST /api/user/email': {
    body: () => ({ email: `${createId('to')}@example.com`, password: SAMPLE_PASSWORD }),
  },
  'DELETE /api/user/email': {},
  'POST /api/user/testimonial': { body: () => testimonialInput },
  'DELETE /api/user/testimonial': {},
  'POST /api/user/consents': {
    body: async ({ app }) => ({
      consentVersion: formatConsentVersion(await getSetting(app.db, app.config, 'legal')),
    }),
  },
  'POST /api/user/data-exports': { body: () => ({ password: SAMPLE_PASSWORD }) },
  'GET /api/user/data-exports/{id}/file': { about: createDataExport },
  'POST /api/user/closing': {
    body: () => ({ password: SAMPLE_PASSWORD, confirmation: 'CLOSE MY ACCOUNT' }),
    refusalCode: 'account_in_use',
  },
  'DELETE /api/user/{id}': {
    about: async ({ app }) => (await createTestMember(app)).member.id,
    body: reason,
  },
  'POST /api/notifications/{id}/read': { about: createNotification },
  'POST /api/notifications/read': { body: () => ({ upTo: '1' }) },
  'PUT /api/notifications/choices': {
    body: () => ({ choices: [{ kind: 'account', channel: 'mail', enabled: false }] }),
  },

  'POST /api/deposit/quote': {
    body: ({ plan }) => ({ selected_plan: plan.id, amount: '1500', payment_method: 'USDT' }),
  },
  'POST /api/deposit/{id}/quote': { about: createExpiredQuote },
  'GET /api/deposit/{id}': { about: createExpiredQuote },
  'POST /api/deposit/payments/{id}/refund-address': {
    about: createChainPayment,
    body: () => ({ address: OTHER_ADDRESS }),
  },
  'POST /api/deposit': { about: createExpiredQuote, body: proof },

  'POST /api/withdraw': { about: position, body: (_stage, id) => buildWithdrawalBody(id) },
  'POST /api/withdraw/preview': { about: position, body: (_stage, id) => buildWithdrawalBody(id) },
  'GET /api/withdraw/{id}': { about: createWithdrawal },
  'POST /api/withdraw/{id}/cancel': { about: createWithdrawal },
  'PUT /api/wallets': { body: () => ({ ethereum: OTHER_ADDRESS }) },

  'POST /api/positions': { body: ({ plan }) => ({ selected_plan: plan.id, amount: '1500' }) },
  'PATCH /api/positions/{id}': { about: position, body: () => ({ at_maturity: 'reinvest_all' }) },
  'GET /api/positions/{id}': { about: position },
  'GET /api/positions/{id}/redemption?amount=1': { about: position },
  'POST /api/positions/{id}/notice': {
    about: createPositionWithNoticePeriod,
    body: () => ({ amount: '100' }),
  },
  'POST /api/positions/notices/{id}/cancel': { about: createRedemptionNotice },
  'POST /api/admin/plans': { body: proposal },
  'POST /api/admin/plans/versions/{id}/publish': { about: draft },
  'POST /api/admin/plans/{id}/close': {
    about: async ({ app }) => (await createPublishedPlan(app, { name: createId('pln') })).planId,
    body: reason,
  },

  'POST /api/admin/views': {
    body: () => ({ list: 'deposits', name: createId('vew'), query: 'status=pending' }),
  },
  'GET /api/admin/users/{id}': { about: async (_stage, owner) => owner.id },
  'GET /api/transactions/{id}/review': { about: pending },
  'GET /api/transactions/{id}/proof': { about: pending },
  'POST /api/admin/exports': { body: () => ({ name: 'staff.csv', rows: 3 }) },
  'POST /api/admin/payout-batches': {
    about: createApprovedWithdrawal,
    body: () => ({ method: 'USDT' }),
  },
  'GET /api/admin/payout-batches/{id}': { about: createBatch },
  'GET /api/admin/payout-batches/{id}/draft': { about: createBatch, refusalCode: 'no_wallet' },
  'POST /api/admin/payout-batches/{id}/export': { about: createBatch },
  'GET /api/admin/payout-batches/{id}/file': { about: createExportedBatch },
  'POST /api/admin/payout-batches/{id}/signed': {
    about: createExportedBatch,
    refusalCode: 'not_bitcoin',
  },
  'POST /api/admin/payout-batches/{id}/send': {
    about: createExportedBatch,
    refusalCode: 'not_bitcoin',
  },
  'POST /api/admin/payout-batches/{id}/transactions': {
    about: createExportedBatch,
    body: () => ({ txid: 'ab'.repeat(32) }),
  },
  'POST /api/admin/payout-batches/{id}/replace': {
    about: createExportedBatch,
    body: () => ({ feeRate: '5' }),
    refusalCode: 'not_bitcoin',
  },
  'POST /api/admin/payout-batches/{id}/cancel': { about: createExportedBatch, body: reason },
  'GET /api/admin/withdrawals/{id}/review': { about: createWithdrawal },
  'POST /api/transactions/{id}/observed-payment': { about: createExpiredQuote },
  'POST /api/transactions/{id}/confirm': { about: pending, body: () => ({}) },
  'POST /api/transactions/{id}/reject': { about: pending, body: reason },
  'POST /api/transactions/{id}/reverse': { about: completed, body: reason },
  'GET /api/admin/income/{id}/reversal': { about: createTestIncome },
  'POST /api/admin/income/{id}/reverse': { about: createTestIncome, body: reason },
  'POST /api/admin/withdrawals/{id}/approve': {
    about: createWithdrawal,
    body: () => ({ addressReviewed: true }),
  },
  'POST /api/admin/withdrawals/{id}/paid': {
    about: createApprovedWithdrawal,
    body: () => ({ txid: createId('tx') }),
  },
  'POST /api/admin/withdrawals/{id}/reverse': { about: createPaidWithdrawal, body: reason },
  'POST /api/admin/withdrawals/{id}/reject': { about: createWithdrawal, body: reason },

  'GET /api/referral/{code}': { about: async (_stage, owner) => owner.referralCode },
  'POST /api/admin/campaigns': { body: newCampaign },
  'POST /api/admin/campaigns/{id}/publish': { about: createDraftCampaign },
  'POST /api/admin/campaigns/{id}/end': { about: publishTestCampaign, body: reason },
  'PUT /api/users/verification/details': {
    body: () => ({ ...TEST_DETAILS, version: 0 }),
  },
  'POST /api/users/verification/begin': { body: () => ({ level: 'basic' }) },
  'POST /api/users/verification/{id}/documents': {
    about: createVerificationDraft,
    body: identityDocument,
  },
  'DELETE /api/users/verification/documents/{id}': { about: createVerificationDocument },
  'POST /api/users/verification/{id}/submit': { about: createVerificationDraft },
  'GET /api/admin/verifications/{id}': { about: createReviewed },
  'GET /api/admin/verifications/documents/{id}': { about: createReviewedDocument },
  'POST /api/admin/verifications/{id}/pass': {
    about: createReviewed,
    body: () => ({
      confirmed: ['name', 'birthDate', 'photo', 'code'],
      documentValidUntil: '2030-01-01',
      recheckOn: '2028-01-01',
    }),
  },
  'POST /api/admin/verifications/{id}/return': {
    about: createReviewed,
    body: () => ({ memberReason: 'The photo is blurred.', documents: ['photo_with_code'] }),
  },
  'POST /api/admin/verifications/{id}/refuse': { about: createReviewed, body: reason },
  'POST /api/admin/screening/{id}/dismiss': { about: createCase, body: reason },
  'POST /api/admin/screening/{id}/confirm': { about: createCase, body: reason },
  'POST /api/enquiries': { body: enquiry },
  'GET /api/admin/enquiries/{id}': { about: application },
  'GET /api/admin/enquiries/{id}/cv': { about: application },
  'POST /api/admin/enquiries/{id}/replies': {
    about: application,
    body: () => ({ message: 'Within a day.', repliesRead: 0 }),
  },
  'PATCH /api/admin/enquiries/{id}': { about: application, body: () => ({ state: 'read' }) },
  'POST /api/admin/notes': {
    body: async ({ app }) => ({
      subject: (await createTestMember(app)).member.id,
      message: 'Called back.',
    }),
  },
  'PATCH /api/admin/tasks/{id}': { about: createTask, body: () => ({ done: true }) },
  'PUT /api/admin/assignments/{subject}': { about: pending },
  'DELETE /api/admin/assignments/{subject}': { about: pending },
  'PUT /api/admin/notification-choices': {
    body: () => ({ event: 'approval', delivery: 'daily' }),
  },
  'PUT /api/admin/incentives': {
    body: () => ({
      referral: { on: true, percentageBps: 0, countries: ['DE'] },
      campaigns: { on: true, countries: ['DE'] },
    }),
  },

  'POST /api/user/security/sessions/{id}/end': { about: anotherSession },
  'POST /api/user/security/sessions/end-others': {},
  'POST /api/user/security/authenticator': { body: withoutFactors },
  'POST /api/user/security/authenticator/confirm': { body: begunAuthenticator },
  'POST /api/user/security/authenticator/remove': { body: setUpAuthenticator },
  'POST /api/user/security/recovery-codes': { body: setUpAuthenticator },
  'POST /api/user/security/passkeys/options': { body: withoutFactors },
  'POST /api/user/security/passkeys': { body: buildPasskey },
  'PATCH /api/user/security/passkeys/{id}': { about: aPasskey, body: () => ({ name: 'Phone' }) },
  'POST /api/user/security/passkeys/{id}/remove': { about: aPasskey, body: proveSecondFactor },
  'POST /api/user/security/step-up/options': {},
  'POST /api/user/security/step-up': { body: recoveryCode },
  'GET /api/admin/users/{id}/security': { about: async (_stage, owner) => owner.id },
  'POST /api/admin/users/{id}/reset-factor': { about: withFactor, body: reason },
  'POST /api/admin/users/{id}/give-back': {
    about: async (_stage, owner) => owner.id,
    refusalCode: 'not_disputed',
    body: () => ({ ...reason(), email: 'another@example.com' }),
  },

  'GET /api/events?for=member': { cookie: true },
  'GET /api/events?for=admin': { cookie: true },
  'GET /api/market/stream?for=member': { cookie: true },
  'GET /api/market/stream?for=admin': { cookie: true },
}
