import type { Day } from '#lib/dates.ts'
import { createNotFoundError, DomainError } from '#lib/errors.ts'
import { formatAmount, parseAmount } from '#lib/money.ts'
import { formatPercentage } from '#lib/percentages.ts'
import { assertRecentStaffAuth, attachMemberNames } from '#modules/identity/queries.ts'
import { getAccountCurrency, toMemberAccountCode } from '#modules/ledger/model.ts'
import {
  getMemberBalances,
  listCredits,
  listEntries,
  sumOwedToMembers,
} from '#modules/ledger/queries.ts'
import { computeCoinValue, formatRate } from '#modules/market/model.ts'
import { buildInvestmentTransfer, getTargetWarning, SAMPLE_LABEL } from '#modules/plans/model.ts'
import { getPlanVersion, listWorstMonths } from '#modules/plans/queries.ts'
import { SAMPLE_ADDRESSES } from '#modules/settings/model.ts'
import { getPaymentMethod } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { parseOrder, toSearch } from '#platform/db/pages.ts'
import { implementCalls } from '#platform/http/http.ts'
import { confirmDeposit } from './commands/confirm-deposit.ts'
import { quoteDeposit } from './commands/quote-deposit.ts'
import { recordObservedPayment } from './commands/record-observed-payment.ts'
import { rejectDeposit } from './commands/reject-deposit.ts'
import { submitProof } from './commands/submit-proof.ts'
import { depositsContract } from './contract.ts'
import {
  type Arrival,
  buildDepositChecks,
  computeCreditCents,
  computeInvestedCents,
  creditTransfers,
  formatCoinAmount,
  MEASURED_DAYS,
  MINUTE_MS,
  TEXTS,
} from './model.ts'
import { exportDeposits } from './queries/deposit-export.ts'
import { DEPOSIT_ORDERS, listDepositPage } from './queries/deposit-list.ts'
import {
  countDeposits,
  countPendingDeposits,
  type Deposit,
  findProof,
  getAnyDeposit,
  getDeposit,
  listDeposits,
  listSameProof,
  measureReviewTimes,
  sumCompletedDeposits,
} from './queries.ts'

const calls = implementCalls(depositsContract)

const toDepositOutcome = (deposit: Deposit) => {
  const { received, receivedIn, credited, reason, overdue, timeline } = deposit
  const shown = received !== null && receivedIn !== null ? formatAmount(received, receivedIn) : null
  return { received: shown, receivedIn, credited, reason, overdue, timeline }
}

async function buildDepositDetails(app: App, deposit: Deposit) {
  const plan = await getPlanVersion(app.db, deposit.planVersionId)
  const terms = await getPaymentMethod(app.db, app.config, app.clock.now(), deposit.method)
  const { status, amount, coin, address, network, uri, rateSource, createdAt, expiresAt, late } =
    deposit

  return {
    status,
    amount,
    coin,
    address,
    network,
    uri,
    rateSource,
    createdAt,
    expiresAt,
    late,
    _id: deposit.id,
    payment_method: deposit.method,
    coinAmount: formatCoinAmount(deposit.coinAmount, deposit.coin),
    leftMs: Math.max(0, deposit.expiresAt.getTime() - app.clock.now().getTime()),
    rate: formatRate(deposit.rate),
    plan: {
      _id: plan.id,
      name: plan.name,
      family: plan.family,
      percentage: formatPercentage(plan.targetBps),
      termDays: plan.termDays,
      risk: plan.risk,
      warning: getTargetWarning(plan),
      sample: plan.sample,
      label: plan.sample ? SAMPLE_LABEL : null,
      liquidity: plan.liquidity,
      worstMonth: (await listWorstMonths(app.db, plan.planId)).get(plan.planId) ?? null,
    },
    sampleAddress: address === SAMPLE_ADDRESSES[deposit.method],
    confirmations: terms.confirmations,
    journalNumber: status === 'completed' ? await findJournalNumber(app, deposit) : null,
    fees: { deposit: 0n, withdrawal: terms.withdrawalFee, minWithdrawal: terms.minWithdrawal },
    ...toDepositOutcome(deposit),
  }
}

/** The row that credited it to the member; null until it is sealed. */
async function findJournalNumber(app: App, { id, memberId }: Deposit) {
  const cash = toMemberAccountCode(memberId, 'cash')
  const entries = await listEntries(app.db, { reference: id })
  const credit = entries.find((row) => row.kind === 'deposit_confirmed' && row.credit === cash)
  return credit?.seq == null ? null : String(credit.seq)
}

async function loadReviewTimes(app: App) {
  const found = await measureReviewTimes(app.db, app.clock.now())
  const toMinutes = (ms: number) => Math.ceil(ms / MINUTE_MS)
  const spans = found && {
    medianMinutes: toMinutes(found.medianMs),
    slowestMinutes: toMinutes(found.slowestMs),
  }

  return { measured: spans && { days: MEASURED_DAYS, count: found.count, ...spans } }
}

const toDepositLine = (deposit: Deposit) => ({
  _id: deposit.id,
  investment: { amount: deposit.amount },
  payment_method: deposit.method,
  status: deposit.status,
  plan: deposit.planName,
  createdAt: deposit.createdAt,
  expiresAt: deposit.expiresAt,
  ...toDepositOutcome(deposit),
})

function toStaffDepositLine(deposit: Deposit & { name: string; email: string }) {
  const rate = deposit.creditRate ?? deposit.rate
  const { id, amount, status, createdAt, coin, address, late, decidedAt, decidedBy } = deposit

  return {
    _id: id,
    withdrawable_balance: amount,
    amount,
    status,
    createdAt,
    coin,
    address,
    late,
    decidedAt,
    decidedBy,
    payment_method: deposit.method,
    coinAmount: formatCoinAmount(deposit.coinAmount, coin),
    plan: deposit.planName,
    member: { _id: deposit.memberId, name: deposit.name, email: deposit.email },
    proof: deposit.proofType
      ? { type: deposit.proofType, path: `/api/transactions/${id}/proof` }
      : null,
    rate: formatRate(rate),
    expected: computeCoinValue(deposit.coinAmount, rate, coin),
    ...toDepositOutcome(deposit),
  }
}

const listDepositCredits = ({ db }: App, deposits: readonly Deposit[]) => {
  const completed = deposits.filter(({ status }) => status === 'completed')
  return listCredits(
    db,
    'deposit_confirmed',
    completed.map(({ id }) => id),
  )
}

/** What it was credited by, and where that stands in the books. */
function toCreditReference(
  { config }: App,
  { status, receivedIn }: Deposit,
  seq: bigint | null | undefined,
) {
  const outside = receivedIn === 'USD' ? 'Bank' : 'Transaction'
  return {
    journalNumber: seq == null ? null : String(seq),
    evidence: status !== 'completed' ? null : config.MODE === 'sandbox' ? 'Simulated' : outside,
  }
}

const buildStaffDeposits = async (app: App, deposits: readonly Deposit[]) =>
  (await attachMemberNames(app.db, deposits)).map(toStaffDepositLine)

async function buildStaffDeposit(app: App, deposit: Deposit) {
  const [line] = await buildStaffDeposits(app, [deposit])
  return line as NonNullable<typeof line>
}

/** What would arrive: what the staff says, else what did, else what was quoted. */
function resolveArrival(deposit: Deposit, receivedText: string | undefined): Arrival {
  const { coin, coinAmount, received, receivedIn } = deposit
  if (received !== null && receivedIn !== null) return { currency: receivedIn, amount: received }
  if (!receivedText) return { currency: coin, amount: coinAmount }

  const amount = parseAmount(receivedText.trim(), coin)
  if (amount !== null && amount > 0n) return { currency: coin, amount }

  throw new DomainError(
    'invalid_received',
    400,
    `Please enter what arrived, in ${coin}.`,
    'received',
  )
}

/** What confirming will post, by the same rules that post it. */
function toPost(deposit: Deposit, arrival: Arrival, cents: bigint, principal: bigint, on: Day) {
  const { id: depositId, memberId } = deposit
  const invested = buildInvestmentTransfer(
    { id: '', depositId, memberId, principal, openedOn: on },
    '',
  )
  const credit = creditTransfers({
    depositId,
    memberId,
    arrival,
    receipt: '',
    cents,
    on,
    actor: '',
  })

  return (principal > 0n ? [...credit, invested] : credit).map(({ debit, credit: to, amount }) => {
    const currency = getAccountCurrency(debit)
    return { seq: null, debit, credit: to, currency, amount: formatAmount(amount, currency) }
  })
}

async function listPostedEntries(app: App, reference: string) {
  const entries = await listEntries(app.db, { reference })
  return entries
    .toReversed()
    .filter(({ kind }) => kind === 'deposit_confirmed' || kind === 'position_opened')
    .map(({ seq, debit, credit, currency, amount }) => ({
      debit,
      credit,
      currency,
      amount: formatAmount(amount, currency),
      seq: seq === null ? null : String(seq),
    }))
}

async function computeCreditEffects(app: App, deposit: Deposit, cents: bigint, invested: bigint) {
  const { cash, principal } = await getMemberBalances(app.db, deposit.memberId)
  const owed = await sumOwedToMembers(app.db)

  return {
    credited: cents,
    invested,
    balance: { before: cash + principal, after: cash + principal + cents },
    owed: { before: owed, after: owed + cents },
  }
}

async function buildDepositReview(app: App, deposit: Deposit, receivedText: string | undefined) {
  const { id, method, address, network, proofType: type, proofBytes: bytes } = deposit
  const terms = await getPaymentMethod(app.db, app.config, app.clock.now(), method)
  const checks = buildDepositChecks({
    ...deposit,
    addressIsCurrent: terms.address === address,
    proof: type && bytes ? { type, bytes } : null,
    sameProof: await listSameProof(app.db, id),
    simulated: app.config.MODE === 'sandbox',
  })

  const arrival = resolveArrival(deposit, receivedText)
  const cents = computeCreditCents(arrival, deposit.creditRate ?? deposit.rate)
  const invested = computeInvestedCents(cents, await getPlanVersion(app.db, deposit.planVersionId))
  const open = deposit.status === 'pending'

  return {
    address,
    network,
    checks,
    receiptNeeded: app.config.MODE === 'live',
    deposit: await buildStaffDeposit(app, deposit),
    entries: open
      ? toPost(deposit, arrival, cents, invested, app.clock.today())
      : await listPostedEntries(app, id),
    effects: open ? await computeCreditEffects(app, deposit, cents, invested) : null,
  }
}

async function countByStatus(app: App) {
  const counts = await countDeposits(app.db, app.clock.now())
  return { ...counts, all: Object.values(counts).reduce((sum, many) => sum + many, 0) }
}

async function readProofFile(app: App, id: string): Promise<File> {
  const proof = await findProof(app.db, id)
  if (!proof) throw createNotFoundError('The proof of payment')
  const extension = proof.type.replace(/^.*\//, '').replace('jpeg', 'jpg')
  const content = await app.files.read(proof.key)
  return new File([Uint8Array.from(content)], `proof-${id}.${extension}`, { type: proof.type })
}

const omitEmptyFields = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )

export const depositsApi = calls.router({
  quote: calls.quote.handler(async ({ context: { app, member }, input }) => {
    const fields = {
      planId: input.selected_plan,
      amount: input.amount,
      method: input.payment_method,
    }

    const deposit = await quoteDeposit(app, member(), omitEmptyFields(fields))
    return { message: 'Rate locked', data: await buildDepositDetails(app, deposit) }
  }),
  requote: calls.requote.handler(async ({ context: { app, member }, input }) => {
    const deposit = await quoteDeposit(app, member(), { replaces: input.id })
    return { message: 'Rate locked', data: await buildDepositDetails(app, deposit) }
  }),
  get: calls.get.handler(async ({ context: { app, member }, input }) => {
    const deposit = await getDeposit(app.db, member().id, input.id, app.clock.now())
    return { message: 'Deposit', data: await buildDepositDetails(app, deposit) }
  }),
  times: calls.times.handler(async ({ context: { app } }) => ({
    message: 'Times',
    data: await loadReviewTimes(app),
  })),
  submit: calls.submit.handler(async ({ context: { app, member }, input }) => {
    const { payment_proof: proof } = input
    const deposit = await submitProof(app, member(), {
      depositId: input._id,
      ...omitEmptyFields({
        planId: input.selected_plan,
        amount: input.amount,
        method: input.payment_method,
        address: input.wallet_address,
        percentage: input.interest_percentage,
      }),
      ...(proof instanceof Blob ? { proof: await proof.bytes() } : {}),
    })

    return { message: TEXTS.submitted, data: await buildDepositDetails(app, deposit) }
  }),
  mine: calls.mine.handler(async ({ context: { app, member } }) => {
    const deposits = await listDeposits(app.db, app.clock.now(), { memberId: member().id })
    return { message: 'Deposits', data: deposits.map(toDepositLine) }
  }),
  list: calls.list.handler(async ({ context: { app }, input }) => {
    const asOf = app.clock.now()
    const order = parseOrder(input.sort, DEPOSIT_ORDERS)
    const { rows, ...count } = await listDepositPage(app.db, asOf, toSearch(input), order, input)
    const [shown, credits] = await Promise.all([
      buildStaffDeposits(app, rows),
      listDepositCredits(app, rows),
    ])
    const data = rows.map((deposit, at) => ({
      ...(shown[at] as (typeof shown)[number]),
      ...toCreditReference(app, deposit, credits.get(deposit.id)),
    }))

    return { message: 'Transactions', data, ...count, asOf }
  }),
  file: calls.file.handler(({ context: { app }, input }) =>
    exportDeposits(app, toSearch(input), parseOrder(input.sort, DEPOSIT_ORDERS)),
  ),
  counts: calls.counts.handler(async ({ context: { app } }) => ({
    message: 'Transactions by status',
    data: await countByStatus(app),
  })),
  review: calls.review.handler(async ({ context: { app }, input }) => {
    const deposit = await getAnyDeposit(app.db, input.id, app.clock.now())
    return { message: 'Transaction', data: await buildDepositReview(app, deposit, input.received) }
  }),
  proof: calls.proof.handler(({ context: { app }, input }) => readProofFile(app, input.id)),
  notePayment: calls.notePayment.handler(async ({ context: { app, admin }, input }) => {
    const deposit = await recordObservedPayment(app, admin(), input.id)
    return { message: TEXTS.paymentNoted, data: await buildStaffDeposit(app, deposit) }
  }),
  confirm: calls.confirm.handler(async ({ context: { app, admin }, input }) => {
    const { id, outputIndex, ...fields } = input
    const outputFields = outputIndex === undefined ? {} : { outputIndex }
    await confirmDeposit(app, admin(), {
      depositId: id,
      ...omitEmptyFields(fields),
      ...outputFields,
    })

    const deposit = await getAnyDeposit(app.db, id, app.clock.now())
    const first = deposit.decidedBy === admin().label
    const message = first
      ? TEXTS.confirmed
      : `Confirmed by ${deposit.decidedBy} before you; credited once.`

    return { message, data: await buildStaffDeposit(app, deposit) }
  }),
  reject: calls.reject.handler(async ({ context: { app, admin, session }, input }) => {
    if (session) await assertRecentStaffAuth(app, session)
    const { id: depositId, reason = '' } = input
    await rejectDeposit(app, admin(), { depositId, reason })
    return { message: TEXTS.rejected }
  }),
  funds: calls.funds.handler(async ({ context: { app } }) => ({
    message: 'Completed deposits',
    data: await sumCompletedDeposits(app.db),
  })),
  pending: calls.pending.handler(async ({ context: { app } }) => ({
    message: 'Pending deposits',
    data: await countPendingDeposits(app.db),
  })),
})
