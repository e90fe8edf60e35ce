import { addDays } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { formatAmount } from '#lib/money.ts'
import { TEST_ADDRESSES } from '#modules/chains/testing.ts'
import { payOnChain } from '#modules/deposits/testing.ts'
import { getSampleRules } from '#modules/eligibility/testing.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { OTHER_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createEthereumSigner } from '../message-signers.ts'
import { signCall } from './signing.ts'
import { type Numbers, type Rogue, readColumn, type World } from './world.ts'
import { DEPOSIT, REQUEST, runWorldEvent } from './world-events.ts'

type Request = { id?: string; body?: object }
type BuildRequest = (world: World, n: Numbers, rogue: Rogue) => Request | Promise<Request | null>

/** A subject among the newest goes further than any. */
export const NEWEST = 3

const reason = 'A test of what one admin may do.'
const destination = 'Our own wallet'
const nth = <Item>(list: readonly Item[], n: number) => list[n % Math.max(1, list.length)]
const pick = <Item>(n: number, ...list: [Item, ...Item[]]): Item => nth(list, n) ?? list[0]

const newTxid = () =>
  Array.from({ length: 4 }, () => createId('tx').slice(3, 19))
    .join('')
    .replace(/[^0-9a-f]/g, 'a')
let references = 0
export const newBankReference = () => `SEPA ${Date.now()} ${++references}`
const DOLLARS = ['1', '99.90', '600', '999.99', '1000', '9999.99', '25000'] as const
const dollars = (n: number) => pick(n, ...DOLLARS)
const coin = (n: number) => pick(n, '0.0005', '0.0009', '0.01', '0.5')
const place = (n: number) => ({ currency: 'BTC', amount: coin(n), destination, reason })
const arriving = (n: number) =>
  n % 2 === 0
    ? { currency: 'USD', amount: dollars(n >> 1), bankReference: newBankReference(), reason }
    : { currency: 'BTC', amount: coin(n >> 1), txid: newTxid(), reason }

type Make = (world: World, n: Numbers, rogue: Rogue) => Promise<unknown>

/** A subject out of the newest that the sequence has made, and one made first where there is none. */
const about =
  (
    query: string,
    build: (world: World, n: Numbers, id: string) => object | Promise<object> = () => ({}),
    make?: Make,
  ): BuildRequest =>
  async (world, n, rogue) => {
    const find = () => readColumn(world, query, query.includes('$1') ? [world.since] : [])
    let ids = await find()
    if (ids.length === 0 && make) {
      await make(world, n, rogue).catch(() => null)
      ids = await find()
    }

    const id = nth(ids.slice(0, query === STAFF ? ids.length : NEWEST), n[0])
    return id === undefined ? null : { id, body: await build(world, n, id) }
  }

const requestFirst: Make = (world, n) => runWorldEvent(world, REQUEST, n)
const depositFirst: Make = (world, n) => runWorldEvent(world, DEPOSIT, n)
const callFirst =
  (call: string): Make =>
  (world, n, rogue) =>
    sendStaffCall(world, call, n, rogue)

/** A payment on the simulated chain to an address of ours that no deposit has. */
const payUnmatched: Make = async ({ server: { app, clock } }, n) => {
  const units = 1_000n + BigInt(n[1])
  await payOnChain(
    { ...app, clock },
    { coin: 'BTC', coinAmount: units, address: TEST_ADDRESSES.BTC },
    { blocks: 6 },
  )
}

const PENDING = `select id from withdrawal where created_at >= $1 and status = 'pending'
  order by created_at desc, id`
const WITHDRAWALS = 'select id from withdrawal where created_at >= $1 order by created_at desc, id'
const DEPOSITS = `select id from deposit where created_at >= $1 and status <> 'completed'
  order by created_at desc, id`
const COMPLETED = `select id from deposit where status = 'completed' order by created_at desc, id`
const BATCHES = `select id from payout_batch where created_at >= $1 and cancelled_at is null
  order by number desc`
const CAMPAIGNS = `select id from campaign where created_at >= $1 and published_at is null
  order by created_at desc, id`
const VERSIONS = 'select id from plan_version where proposed_at >= $1 order by proposed_at desc, id'
const PROPOSALS = `select id from approvals.proposal where proposed_at >= $1 order by sequence desc`
const BREAKS =
  'select id from reconciliation_break where opened_at >= $1 order by opened_at desc, id'
const CASES = `select id from screening_case where status <> 'false_positive' order by sequence desc`
const VERIFICATIONS = `select id from identity_verification where status = 'in_review' order by sequence`
const MONITORED = `select id from monitoring_case where status <> 'cleared' order by sequence desc`
const SUSPENSE = `select id from ledger.receipt where arrived_at >= $1 and id in (select receipt from
  ledger.journal where transfer_type = 'suspense_received') order by id`
const STAFF = `select id from staff where suspended_at is null or changed_at >= $1 order by id`

const mule: BuildRequest = ({ mules }, n) => ({ id: pick(n[0], ...mules).id, body: { reason } })
const own =
  (body: object = {}): BuildRequest =>
  () => ({ id: 'none', body })
const send =
  (build: (n: Numbers, world: World) => object): BuildRequest =>
  (world, n) => ({ body: build(n, world) })

/** Rules of no country, so that they change nothing for the members here. */
function proposeRules(n: Numbers, { server }: World) {
  const version = pick(n[0], 1, 2, 3, 7)
  const rules = { ...getSampleRules('default'), key: 'many-admins', version, countries: [] }
  return { rules: JSON.stringify(rules), effectiveFrom: server.app.clock.today() }
}

async function adjust(world: World, n: Numbers): Promise<Request> {
  const { id } = pick(n[0], ...world.mules)
  const [cents = '0'] = await readColumn(
    world,
    `select sum(balance) from ledger.account
    where owner = '${id}' and account_type in ('member_cash', 'member_principal')`,
  )
  const change = pick(n[1], 1n, 40_000n, 60_000n, 99_999n, 100_000n, 1_000_000n)
  const target = BigInt(cents) + (n[2] % 2 === 0 ? change : -change)
  const amount = `${target / 100n}.${String(target % 100n).padStart(2, '0')}`
  return { id, body: { withdrawable_balance: amount, reason } }
}

const confirm = about(
  DEPOSITS,
  async (world, n, id) => {
    const [coinAmount = '0', amount = '0', arrivedAt = ''] = await readColumn(
      world,
      `select unnest(array[coin_amount::text, (amount / 100.0)::numeric(20, 2)::text, created_at::text])
      from deposit where id = '${id}'`,
    )
    const times = pick(n[1], 100n, 103n, 108n, 43_700n)
    const units = (BigInt(coinAmount) * times) / 100n
    const received = `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`
    const at = new Date(arrivedAt).toISOString()
    if (n[2] % 3 === 0)
      return {
        bankReference: newBankReference(),
        received: amount,
        credited: amount,
        arrivedAt: at,
      }
    return {
      txid: `0x${newTxid()}`,
      received,
      arrivedAt: at,
      ...(n[2] % 3 === 1 && { credited: amount }),
    }
  },
  depositFirst,
)

async function decide({ server }: World, id: string): Promise<object> {
  const { rows } = await server.database.owner.query(
    "select encode(content_hash, 'hex') as hash from approvals.proposal where id = $1",
    [id],
  )
  return { hash: rows[0]?.hash, reason, addressReviewed: true }
}

const CONTROLS: [[string, object], ...[string, object][]] = [
  ['withdrawals', { statedHours: 24, walletCoolDownHours: 24, secondAdminFrom: '90000' }],
  ['withdrawals', { statedHours: 24, walletCoolDownHours: 0, secondAdminFrom: '10000' }],
  ['withdrawals', { statedHours: 24, walletCoolDownHours: 48, secondAdminFrom: '5000' }],
  ['plans', { targetWarningBps: 2_000 }],
  ['plans', { targetWarningBps: 3_000 }],
  ['countries', { blocked: [] }],
  ['countries', { blocked: ['IR', 'KP', 'CU'] }],
]

async function changeSetting(world: World, n: Numbers): Promise<Request> {
  const [name, value] = pick(n[0], ...CONTROLS)
  const [changedAt = ''] = await readColumn(
    world,
    `select to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from setting
      where name = '${name}'`,
  )
  return { id: name, body: { value, version: changedAt } }
}

async function changeTerms(world: World, n: Numbers): Promise<Request> {
  const terms = { quoteMinutes: 30 }
  const [fee, minWithdrawal] = pick(n[0], ['3', '20'], ['25', '25'], ['20', '25'], ['0.5', '5'])
  const [version = ''] = await readColumn(
    world,
    `select to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from
      payment_method where method = 'USDT'`,
  )
  return { id: 'USDT', body: { ...terms, withdrawalFee: fee, minWithdrawal, version } }
}

function result(
  { server, plan, evidence }: World,
  n: Numbers,
  more: Record<string, string>,
): Request {
  const form = new FormData()
  const day = server.clock.today()
  const fields = {
    amount: dollars(n[0]),
    currency: 'USD',
    period_from: day,
    period_to: day,
    ...more,
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('evidence', new File([Uint8Array.from(evidence)], 'evidence.png'))
  return { id: plan.planId, body: form }
}

function proposePlan(n: Numbers, { server }: World): object {
  const [percentage, termDays] = pick(n[0], ['2%', 30], ['50%', 30], ['29%', 365], ['400%', 120])
  const texts = {
    liquidity: 'At any time.',
    fees: 'None.',
    basis: 'A sample.',
    risk: 'You could lose it.',
  }
  const limits = { minAmount: '1000', maxAmount: '2000', noticePeriodDays: 0 }
  const name = createId('pln')
  return {
    family: 'crypto',
    name,
    ...limits,
    percentage,
    termDays,
    ...texts,
    effectiveFrom: server.clock.today(),
  }
}

function createCampaign(n: Numbers, { server }: World): object {
  const [amount, budget] = pick(
    n[0],
    ['25', '900'],
    ['99.99', '999.99'],
    ['100', '500'],
    ['25', '1000'],
    ['5000', '5000'],
  )
  const startsOn = addDays(server.clock.today(), n[1] % 3)
  const code = createId('cmp').replace('_', '-')
  return {
    code,
    name: 'Spring',
    text: 'Claim with your first deposit.',
    amount,
    budget,
    startsOn,
    endsOn: addDays(startsOn, 9),
  }
}

const invite = send((n) => ({
  firstName: 'Sock',
  lastName: 'Puppet',
  email: `${createId('sock')}@example.com`,
  role: pick(n[0], 'support', 'finance', 'owner'),
}))

/**
 * What a malicious admin sends to each call of the staff that changes something. Every such call is
 * here: a new one is added with the request that goes furthest.
 */
export const STAFF_CALLS: Record<string, BuildRequest> = {
  'POST /api/transactions/{id}/observed-payment': about(DEPOSITS, (world) => ({
    arrivedAt: world.server.clock.now().toISOString(),
    evidence: 'The statement of the bank.',
  })),
  'POST /api/transactions/{id}/confirm': confirm,
  'POST /api/transactions/{id}/reverse': about(COMPLETED, () => ({ reason })),
  'POST /api/transactions/{id}/reject': about(DEPOSITS, () => ({ reason })),
  'POST /api/admin/withdrawals/{id}/approve': about(
    PENDING,
    () => ({ addressReviewed: true }),
    requestFirst,
  ),
  'POST /api/admin/payout-batches': own({ method: 'USDT' }),
  'POST /api/admin/payout-batches/{id}/export': about(
    BATCHES,
    () => ({}),
    callFirst('POST /api/admin/payout-batches'),
  ),
  'POST /api/admin/payout-batches/{id}/signed': about(BATCHES, () => ({ signed: '00' })),
  'POST /api/admin/payout-batches/{id}/send': about(BATCHES, () => ({ sentByOperator: true })),
  'POST /api/admin/payout-batches/{id}/transactions': about(BATCHES, () => ({
    txid: newTxid(),
  })),
  'POST /api/admin/payout-batches/{id}/replace': about(BATCHES, () => ({ feeRate: '5' })),
  'POST /api/admin/payout-batches/{id}/cancel': about(
    BATCHES,
    () => ({ reason }),
    callFirst('POST /api/admin/payout-batches'),
  ),
  'POST /api/admin/exports': own({ name: 'staff.csv', rows: 4 }),
  'POST /api/admin/withdrawals/{id}/paid': about(WITHDRAWALS, () => ({ txid: `0x${newTxid()}` })),
  'POST /api/admin/withdrawals/{id}/reverse': about(
    `select id from withdrawal where status = 'completed' order by created_at desc, id`,
    () => ({ reason }),
  ),
  'POST /api/admin/withdrawals/{id}/reject': about(WITHDRAWALS, () => ({ reason })),
  'POST /api/admin/approvals/{id}/approve': about(PROPOSALS, (world, _n, id) => decide(world, id)),
  'POST /api/admin/approvals/{id}/reject': about(PROPOSALS, (world, _n, id) => decide(world, id)),
  'POST /api/admin/treasury/capital/in': send((n) => arriving(n[0])),
  'POST /api/admin/treasury/capital/out': send((n) => place(n[0])),
  'POST /api/admin/treasury/assets/place': send((n, { plan }) => ({
    plan: plan.planId,
    ...place(n[0]),
  })),
  'POST /api/admin/treasury/assets/return': send((n, { plan }) => ({
    plan: plan.planId,
    ...arriving(n[0]),
  })),
  'POST /api/admin/treasury/promotion/fund': send((n) => ({ amount: dollars(n[0]), reason })),
  'POST /api/admin/treasury/promotion/return': send((n) => ({ amount: dollars(n[0]), reason })),
  'POST /api/admin/treasury/suspense': send((n) => arriving(n[0])),
  'POST /api/admin/treasury/suspense/{id}/match': about(
    SUSPENSE,
    ({ mules }, n) => ({ member: pick(n[1], ...mules).id, reason }),
    callFirst('POST /api/admin/treasury/suspense'),
  ),
  'POST /api/admin/treasury/suspense/{id}/refund': about(
    SUSPENSE,
    () => ({ destination, reason }),
    callFirst('POST /api/admin/treasury/suspense'),
  ),
  'POST /api/admin/treasury/custody/move': send((n) => ({
    currency: 'BTC',
    amount: coin(n[0]),
    toPlace: 'cold',
    opensPlace: true,
    reason,
  })),
  'POST /api/admin/treasury/custody/convert': async ({ server }, n) => {
    const { rate } = await server.app.prices.price('BTC')
    const received = formatAmount(computeCoinValue(1_000_000n, rate, 'BTC'), 'USD')
    const amounts = { currency: 'BTC', amount: '0.01', toCurrency: 'USD', received }
    return {
      body: {
        ...amounts,
        bankReference: newBankReference(),
        reason,
        place: pick(n[0], 'hot', 'cold'),
      },
    }
  },
  'POST /api/admin/treasury/network-fees': send((n) => ({
    ...{ currency: 'BTC', amount: coin(n[0]), txid: newTxid() },
    paidFrom: pick(n[1], 'equity', 'fees'),
  })),
  'POST /api/admin/treasury/fees/take': send((n) => ({ amount: dollars(n[0]), reason })),
  'POST /api/admin/reconciliation/balances': send((n) => ({
    ...{
      account: pick(n[0], 'custody:bank:USD', 'custody:hot:BTC'),
      amount: pick(n[1], '0', '1', '0.5'),
    },
    evidence: 'The statement of the bank.',
  })),
  'POST /api/admin/reconciliation/breaks/{id}/take': about(BREAKS),
  'POST /api/admin/reconciliation/breaks/{id}/resolve': about(
    BREAKS,
    () => ({
      explanation: 'A payment was on its way at midnight; the statement shows it.',
      reason,
    }),
    callFirst('POST /api/admin/reconciliation/balances'),
  ),
  'POST /api/admin/reconciliation/fetch': own(),
  'POST /api/admin/rules': send(proposeRules),
  'POST /api/admin/verifications/{id}/pass': about(VERIFICATIONS, () => ({
    confirmed: ['name', 'birthDate', 'photo', 'code'],
    documentValidUntil: '2040-01-01',
    recheckOn: '2028-01-01',
  })),
  'POST /api/admin/verifications/{id}/return': about(VERIFICATIONS, () => ({
    memberReason: reason,
    documents: ['photo_with_code'],
  })),
  'POST /api/admin/verifications/{id}/refuse': about(VERIFICATIONS, () => ({ reason })),
  'POST /api/admin/screening/{id}/dismiss': about(CASES, () => ({ reason })),
  'POST /api/admin/screening/{id}/confirm': about(CASES, () => ({ reason })),
  'POST /api/admin/monitoring/{id}/notes': about(MONITORED, () => ({ content: reason })),
  'POST /api/admin/monitoring/{id}/clear': about(MONITORED, () => ({ reason })),
  'POST /api/admin/monitoring/{id}/mark-suspicious': about(MONITORED, () => ({ reason })),
  'POST /api/admin/ledger/check': own(),
  'POST /api/admin/ledger/unfreeze': own({ reason }),
  'POST /api/admin/ledger/verifications': own(),
  'POST /api/admin/plans': send(proposePlan),
  'POST /api/admin/plans/versions/{id}/publish': about(
    VERSIONS,
    () => ({}),
    callFirst('POST /api/admin/plans'),
  ),
  'POST /api/admin/plans/{id}/close': about(
    'select plan_id from plan_version where proposed_at >= $1 and published_at is not null',
    () => ({ reason }),
  ),
  'POST /api/admin/plans/{id}/income': (world, n) =>
    result(world, n, { source: 'Our own wallet.', bankReference: newBankReference() }),
  'POST /api/admin/income/{id}/reverse': about(
    'select id from plan_income where reversed_at is null order by recorded_at desc, id',
    () => ({ reason }),
  ),
  'POST /api/admin/plans/{id}/loss': (world, n) =>
    result(world, n, { cause: 'A theft.', from: pick(n[1], 'assets', 'custody') }),
  'POST /api/admin/campaigns': send(createCampaign),
  'POST /api/admin/campaigns/{id}/publish': about(
    CAMPAIGNS,
    () => ({}),
    callFirst('POST /api/admin/campaigns'),
  ),
  'POST /api/admin/campaigns/{id}/end': about(CAMPAIGNS, () => ({ reason })),
  'PUT /api/admin/incentives': send((n) => ({
    referral: { on: true, percentageBps: n[0] % 10_000, countries: ['DE'] },
    campaigns: { on: true, countries: ['DE'] },
  })),
  'PATCH /api/admin/settings/{name}': changeSetting,
  'POST /api/admin/settings/pauses': send((n) => ({
    what: pick(n[0], 'signUps', 'withdrawals', 'deposits'),
    paused: n[1] % 4 === 0,
    reason,
  })),
  'POST /api/admin/settings/changes/{id}/cancel': about('select id from setting_change'),
  'PATCH /api/admin/settings/methods/{method}': changeTerms,
  'POST /api/transactions/unmatched/{id}/receive': about(
    'select payment_id from deposit_payment where deposit_id is null and receipt_id is null',
    () => ({}),
    payUnmatched,
  ),
  'POST /api/admin/reserves/addresses': send((n) => ({
    coin: 'ETH',
    address: createEthereumSigner(1 + (n[0] % 200)).address,
    wallet: 'single_key',
  })),
  'POST /api/admin/reserves/addresses/{id}/retire': about(
    'select id from reserve_address where retired_at is null order by added_at desc, id',
    () => ({}),
    callFirst('POST /api/admin/reserves/addresses'),
  ),
  'POST /api/admin/reserves/addresses/{id}/statements': about(
    'select id from reserve_address where retired_at is null order by added_at desc, id',
    () => ({}),
    callFirst('POST /api/admin/reserves/addresses'),
  ),
  'POST /api/admin/reserves/statements/{id}/signature': about(
    'select id from reserve_challenge order by prepared_at desc, id',
    () => ({ signature: 'no signature' }),
    callFirst('POST /api/admin/reserves/addresses/{id}/statements'),
  ),
  'POST /api/admin/settings/addresses': send(() => ({ method: 'USDT', address: OTHER_ADDRESS })),
  'POST /api/admin/settings/address-sources/preview': send(() => ({
    method: 'USDT',
    mode: 'shared',
  })),
  'POST /api/admin/settings/address-sources': send(() => ({
    method: 'USDT',
    mode: 'pool',
    addresses: OTHER_ADDRESS,
  })),
  'POST /api/admin/settings/address-sources/{id}/retire': about(
    'select id from address_source',
    () => ({ address: OTHER_ADDRESS }),
  ),
  'POST /api/admin/settings/providers/test': send(() => ({ chain: 'bitcoin', name: 'none' })),
  'POST /api/admin/staff': invite,
  'PATCH /api/admin/staff/{id}/role': about(STAFF, (_world, n) => ({
    role: pick(n[1], 'finance', 'owner', 'support', 'viewer'),
  })),
  'POST /api/admin/staff/{id}/suspend': about(STAFF, () => ({ reason })),
  'POST /api/admin/staff/{id}/reinstate': about(STAFF),
  'POST /api/admin/staff/{id}/end-sessions': about(STAFF),
  'POST /api/admin/staff/{id}/reset-factor': about(STAFF, () => ({ reason })),
  'POST /api/admin/staff/{id}/stop-reset': about(STAFF),
  'POST /api/admin/jobs/{id}/retry': own(),
  'POST /api/admin/alerts/{id}/acknowledge': about('select id from alert'),
  'POST /api/admin/alerts/test-webhooks': own(),
  'POST /api/admin/testimonials/{id}/publish': about('select id from testimonial'),
  'POST /api/admin/testimonials/{id}/hide': about('select id from testimonial', () => ({ reason })),
  'PATCH /api/admin/enquiries/{id}': about('select id from enquiry', () => ({ state: 'read' })),
  'POST /api/admin/enquiries/{id}/replies': about('select id from enquiry', () => ({
    message: 'Within a day.',
    repliesRead: 0,
  })),
  'PUT /api/admin/notification-choices': own({ event: 'approval', delivery: 'off' }),
  'POST /api/admin/notes': (world, n) => ({
    body: { subject: pick(n[0], ...world.mules).id, message: 'A note.' },
  }),
  'PATCH /api/admin/tasks/{id}': about('select id from desk_note', () => ({ done: true })),
  'PUT /api/admin/assignments/{subject}': about(PENDING),
  'DELETE /api/admin/assignments/{subject}': about(PENDING),
  'PATCH /api/users/{id}': adjust,
  'DELETE /api/user/{id}': own({ reason }),
  'POST /api/admin/users/{id}/suspend': (world, n) => ({
    id: pick(n[0], ...world.mules).id,
    body: { reason, review_on: addDays(world.server.clock.today(), 9) },
  }),
  'POST /api/admin/users/{id}/reactivate': mule,
  'POST /api/admin/users/{id}/reset-factor': mule,
  'POST /api/admin/users/{id}/end-sessions': mule,
  'POST /api/admin/users/{id}/give-back': (world, n) => ({
    id: pick(n[0], ...world.mules).id,
    body: { reason, email: `${createId('sock')}@example.com` },
  }),
  'PATCH /api/admin/pass': own({
    current_password: 'not it',
    new_password: 'four unrelated words',
  }),
  'POST /api/admin/pass/check': own({ new_password: 'four unrelated words' }),
  'POST /api/admin/views': send(() => ({
    list: 'deposits',
    name: createId('vew'),
    query: 'status=pending',
  })),
  'DELETE /api/admin/views/{id}': about('select id from saved_view'),
  'POST /api/admin/security/sessions/{id}/end': own(),
  'POST /api/admin/security/sessions/end-others': own(),
  'POST /api/admin/security/authenticator': own(),
  'POST /api/admin/security/authenticator/confirm': own({ code: '000000' }),
  'POST /api/admin/security/authenticator/remove': own(),
  'POST /api/admin/security/recovery-codes': own(),
  'POST /api/admin/security/passkeys/options': own(),
  'POST /api/admin/security/passkeys': own({ name: 'Laptop' }),
  'PATCH /api/admin/security/passkeys/{id}': about('select id from passkey', () => ({
    name: 'Phone',
  })),
  'POST /api/admin/security/passkeys/{id}/remove': own(),
  'POST /api/admin/approval-keys/options': own(),
  'POST /api/admin/approval-keys': own(),
  'POST /api/admin/approval-keys/{id}/end': about('select id from approvals.key', () => ({
    reason,
  })),
  'POST /api/admin/security/step-up/options': own(),
  'POST /api/admin/security/step-up': own({ password: 'not it' }),
}

/** How often a call comes up beside the rest: what moves money, and what lets others move it. */
export const OFTEN: Readonly<Record<string, number>> = {
  'POST /api/admin/withdrawals/{id}/approve': 10,
  'POST /api/admin/withdrawals/{id}/paid': 2,
  'POST /api/admin/payout-batches': 4,
  'POST /api/admin/payout-batches/{id}/export': 4,
  'POST /api/admin/payout-batches/{id}/cancel': 2,
  'POST /api/admin/approvals/{id}/approve': 14,
  'POST /api/transactions/{id}/confirm': 6,
  'POST /api/transactions/{id}/observed-payment': 2,
  'POST /api/transactions/{id}/reverse': 3,
  'PATCH /api/users/{id}': 8,
  'POST /api/admin/treasury/network-fees': 6,
  'POST /api/admin/campaigns': 3,
  'POST /api/admin/campaigns/{id}/publish': 5,
  'POST /api/admin/plans': 3,
  'POST /api/admin/plans/versions/{id}/publish': 5,
  'PATCH /api/admin/settings/{name}': 3,
  'POST /api/admin/staff': 2,
  'PATCH /api/admin/staff/{id}/role': 2,
}

/** Sends a call as one of the rogues, where there is something to send it about; returns the outcome. */
export async function sendStaffCall(
  world: World,
  call: string,
  n: Numbers,
  rogue: Rogue,
): Promise<string> {
  const request = await STAFF_CALLS[call]?.(world, n, rogue)
  if (!request) return 'nothing'

  const signature = await signCall(world, call, request.id ?? '', rogue)
  const [method = '', path = ''] = call.split(' ')
  const { status, json } = await world.server.send(
    method,
    path.replace(/\{\w+\}/, request.id ?? 'none'),
    {
      token: rogue.token,
      key: createId('key'),
      body: { ...request.body, ...(signature && { signature }) },
    },
  )
  if (status < 300) return status === 202 ? 'waits' : 'done'
  return `${json?.code}: ${json?.message}`
}
