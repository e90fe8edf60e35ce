import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { recordObservedPayment } from '#modules/deposits/commands/record-observed-payment.ts'
import { rejectDeposit } from '#modules/deposits/commands/reject-deposit.ts'
import { confirmByTwo } from '#modules/deposits/testing.ts'
import { cancelRedemptionNotice } from '#modules/plans/commands/cancel-redemption-notice.ts'
import { giveRedemptionNotice } from '#modules/plans/commands/give-redemption-notice.ts'
import { investBalance } from '#modules/plans/commands/invest-balance.ts'
import { setAtMaturity } from '#modules/plans/commands/set-at-maturity.ts'
import { cancelWithdrawal } from '#modules/withdrawals/commands/cancel-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import {
  type ActionBuilder,
  coins,
  createAction,
  dollars,
  type Kind,
  nth,
  pickInRange,
} from './engine-action.ts'
import type { EngineHarness } from './engine-harness.ts'
import type { Instruction, ModelPlan, ModelVersion } from './engine-model-days.ts'
import type { ModelArrival } from './engine-model-members.ts'

const MAX_MEMBERS = 6
const MAX_DELAYED_PAYMENTS = 20
const PAYMENT_DELAY_MS = 31 * 60_000
const AT_MATURITY: readonly Instruction[] = ['to_balance', 'reinvest_principal', 'reinvest_all']

const join: ActionBuilder = (harness, way, n) => {
  if (harness.ids().length >= MAX_MEMBERS) return null

  const inviter = way === 'invited' || way === 'both' ? (nth(harness.ids(), n[0]) ?? null) : null
  const person = { inviter, claims: way === 'claims' || way === 'both' }

  return createAction(
    `a visitor joins${inviter ? `, invited by ${inviter}` : ''}` +
      (person.claims ? ', with the campaign' : ''),
    () => harness.addMember(person),
    (id) => harness.model.join(id ?? '', person),
  )
}

/**
 * A plan with what it offers, or with what it doesn't: a version from before, or one of a closed
 * plan.
 */
function pickOffer(
  harness: EngineHarness,
  way: string,
  n: number,
): [ModelPlan, ModelVersion] | null {
  const plans = [...harness.model.plans.values()]
  const stale = plans.filter((plan) => plan.closed || plan.versions.length > 1)
  const plan = nth(way === 'closed' ? stale : plans.filter((one) => !one.closed), n)
  const version = way === 'closed' ? plan?.versions[0] : plan?.versions.at(-1)
  return plan && version ? [plan, version] : null
}

const pickAmount = (way: string, { min, max }: ModelVersion, n: number, cap = max) => {
  if (way === 'below') return min - 1n
  if (way === 'above') return max + 1n
  return pickInRange(min, cap < max ? cap : max, n)
}

const quote: ActionBuilder = (harness, way, n) => {
  const memberId = nth(harness.ids(), n[0])
  const found = pickOffer(harness, way, n[1])
  if (!memberId || !found) return null

  const [plan, version] = found
  const amount = pickAmount(way, version, n[2])
  const modelInput = {
    memberId,
    planId: plan.id,
    version,
    amount,
    rate: harness.rate(),
    now: harness.now(),
  }

  const input = { planId: version.id, amount: dollars(amount), method: 'USDT' }

  return createAction(
    `${memberId} is quoted ${dollars(amount)} for ${version.id}`,
    () => quoteDeposit(harness.app, harness.person(memberId), input),
    (done) =>
      harness.model.quote(modelInput, { id: done?.id ?? '', units: done?.coinAmount ?? 0n }),
  )
}

const observePayment: ActionBuilder = (harness, way, n) => {
  const all = [...harness.model.deposits.values()]
  const deposit = nth(
    all.filter(({ status }) => (status === 'asked') === (way !== 'again')),
    n[0],
  )
  if (!deposit || (way === 'late' && harness.delayedPaymentCount >= MAX_DELAYED_PAYMENTS))
    return null

  if (way === 'late') harness.app.clock.advance(PAYMENT_DELAY_MS)
  if (way === 'late') harness.delayedPaymentCount++

  return createAction(
    `the payment of ${deposit.id} is observed`,
    () => recordObservedPayment(harness.app, harness.ines, { depositId: deposit.id }),
    () => harness.model.observePayment(deposit, { now: harness.now(), rate: harness.rate() }),
  )
}

const BANK = 'TRANSFER'
let transfers = 0

/** What the admin says has arrived, for the engine and for the model. */
function arrival(harness: EngineHarness, way: string, { min, max }: ModelVersion, n: number) {
  const units = (cents: bigint) => ({ units: (cents * 10_000_000_000n) / harness.rate() })
  const bank = (reference: string, cents: bigint) => ({ bank: { reference, cents } })
  const [used] = [...harness.model.bank]
  const arrivals: Record<string, ModelArrival | null> = {
    less: units(pickInRange(1n, min - 1n, n) + 100n),
    more: units(max + pickInRange(1n, 90_000n, n)),
    dust: { units: 1n },
    bank: bank(`${BANK} ${++transfers}`, pickInRange(min - 100n, max, n)),
    used: used ? bank(...used) : null,
    cents: used ? bank(used[0], used[1] + 1n) : null,
    other: { other: true },
  }

  return way in arrivals ? arrivals[way] : {}
}

const toConfirmInput = ({ units, bank, other }: ModelArrival) => ({
  ...(units !== undefined && { received: coins(units) }),
  ...(bank && { received: dollars(bank.cents), bankReference: bank.reference }),
  ...(other && { txid: `0x${'ab'.repeat(32)}` }),
})

const confirm: ActionBuilder = (harness, way, n) => {
  const statuses =
    way === 'again' || way === 'other'
      ? ['completed']
      : way === 'unpaid'
        ? ['asked', 'rejected']
        : ['pending']

  const deposit = nth(
    [...harness.model.deposits.values()].filter(({ status }) => statuses.includes(status)),
    n[0],
  )
  const receivedPayment = deposit && arrival(harness, way, deposit.version, n[2])
  if (!deposit || !receivedPayment) return null

  return createAction(
    `${deposit.id} is confirmed: ${JSON.stringify(toConfirmInput(receivedPayment))}`,
    () =>
      confirmByTwo(harness.app, [harness.ines, harness.ruth], {
        depositId: deposit.id,
        ...toConfirmInput(receivedPayment),
      }),
    (done) => harness.model.confirm(deposit, receivedPayment, done?.positionId ?? ''),
  )
}

const rejectOne: ActionBuilder = (harness, way, n) => {
  const all = [...harness.model.deposits.values()]
  const deposit = nth(
    all.filter(({ status }) => (status === 'pending') === (way === 'fits')),
    n[0],
  )
  if (!deposit) return null

  return createAction(
    `${deposit.id} is rejected`,
    () =>
      rejectDeposit(harness.app, harness.ines, { depositId: deposit.id, reason: 'Nothing came.' }),
    () => harness.model.rejectDeposit(deposit),
  )
}

const invest: ActionBuilder = (harness, way, n) => {
  const memberId = nth(harness.ids(), n[0])
  const found = pickOffer(harness, way, n[1])
  if (!memberId || !found) return null

  const [plan, version] = found
  const { cash } = harness.model.getSubAccounts(memberId)
  const amount = way === 'beyond' ? cash + 1n : pickAmount(way, version, n[2], cash)
  const atMaturity = nth(AT_MATURITY, n[2]) ?? 'to_balance'

  return createAction(
    `${memberId} invests ${dollars(amount)} in ${version.id}, then ${atMaturity}`,
    () =>
      investBalance(harness.app, harness.person(memberId), {
        planId: version.id,
        amount: dollars(amount),
        atMaturity,
      }),
    (done) =>
      harness.model.invest(
        { memberId, planId: plan.id, version, amount, atMaturity },
        done?.id ?? '',
      ),
  )
}

const choose: ActionBuilder = (harness, way, n) => {
  const all = [...harness.model.positions.values()]
  const position = nth(
    all.filter(({ status }) => (status === 'open') === (way === 'fits')),
    n[0],
  )
  if (!position) return null

  const atMaturity = nth(AT_MATURITY, n[1]) ?? 'to_balance'
  const { id: positionId, memberId } = position

  return createAction(
    `${positionId} is to ${atMaturity} at maturity`,
    () => setAtMaturity(harness.app, harness.person(memberId), { positionId, atMaturity }),
    () => harness.model.choose(position, atMaturity),
  )
}

const submitRedemptionNotice: ActionBuilder = (harness, way, n) => {
  const asking = [...harness.model.positions.values()].filter(
    (one) => one.version.noticePeriodDays > 0 === (way !== 'none'),
  )
  const position = nth(
    asking.filter(({ status }) => (status === 'open') === (way !== 'over')),
    n[0],
  )
  if (!position) return null

  const { id: positionId, memberId, left } = position
  const amount = way === 'beyond' ? left + 1n : way === 'all' ? left : pickInRange(1n, left, n[2])

  return createAction(
    `notice of ${dollars(amount)} of ${positionId}`,
    () => giveRedemptionNotice(harness.app, harness.person(memberId), { positionId, amount }),
    (done) => harness.model.giveRedemptionNotice(position, amount, done?.id ?? ''),
  )
}

const takeBack: ActionBuilder = (harness, way, n) => {
  const all = [...harness.model.redemptionNotices.values()]
  const found = nth(
    all.filter(({ status }) => (status === 'waiting') === (way === 'fits')),
    n[0],
  )
  if (!found) return null

  const { memberId } = harness.model.position(found.positionId)

  return createAction(
    `${found.id} is taken back`,
    () => cancelRedemptionNotice(harness.app, harness.person(memberId), found.id),
    () => harness.model.cancelRedemptionNotice(found.id),
  )
}

const MIN_WITHDRAWAL_CENTS = 2_000n

/** How much is asked for, and out of which positions. */
function pickWithdrawal(harness: EngineHarness, memberId: string, way: string, n: number) {
  const { model } = harness
  const subAccounts = model.getSubAccounts(memberId)
  const there = model.available(memberId, way.startsWith('profit') ? 'profit' : 'balance')
  const own = model.openOfMember(memberId)
  const free = own.filter(({ version }) => version.noticePeriodDays === 0).map(({ id }) => id)
  const bound = own.filter(({ version }) => version.noticePeriodDays > 0).map(({ id }) => id)
  const ended = [...model.positions.values()].filter(
    (one) => one.memberId === memberId && one.status !== 'open',
  )
  const some = pickInRange(MIN_WITHDRAWAL_CENTS, there, n)
  const deep = pickInRange(
    subAccounts.cash > MIN_WITHDRAWAL_CENTS ? subAccounts.cash + 1n : MIN_WITHDRAWAL_CENTS,
    there,
    n,
  )
  const picked = nth(free, n)
  const held = picked ? model.position(picked).left : 0n
  const ways: Record<string, [bigint, string[]]> = {
    cash: [pickInRange(MIN_WITHDRAWAL_CENTS, subAccounts.cash, n), []],
    deep: [deep, []],
    all: [there, []],
    picked: [
      pickInRange(subAccounts.cash + 1n, subAccounts.cash + held, n),
      picked ? [picked] : [],
    ],
    several: [deep, [...free].reverse()],
    gone: [deep, ended.slice(0, 1).map(({ id }) => id)],
    bound: [deep, bound.slice(0, 1)],
    short: [subAccounts.cash + held + 1n, picked ? [picked] : []],
    beyond: [subAccounts.cash + subAccounts.principal + 1n, []],
    noticed: [subAccounts.cash + subAccounts.principal, []],
    tiny: [pickInRange(1n, MIN_WITHDRAWAL_CENTS - 1n, n), []],
    profit: [some, []],
    profitAll: [there, []],
    profitBeyond: [there + MIN_WITHDRAWAL_CENTS, []],
  }

  return ways[way] ?? [some, []]
}

const withdraw: ActionBuilder = (harness, way, n) => {
  const memberId = nth(harness.ids(), n[0])
  if (!memberId) return null

  const [amount, picks] = pickWithdrawal(harness, memberId, way, n[2])
  const source = way.startsWith('profit') ? 'profit' : 'balance'
  const input = {
    amount: dollars(amount),
    method: 'USDT',
    address: TEST_ADDRESS,
    source,
    positions: picks,
  }

  return createAction(
    `${memberId} asks for ${dollars(amount)} of ` +
      `${source}${picks.length > 0 ? ` out of ${picks}` : ''}`,
    () => requestWithdrawal(harness.app, harness.person(memberId), input),
    (done) => harness.model.withdraw({ memberId, source, amount, picks }, done?.id ?? ''),
  )
}

const cancel: ActionBuilder = (harness, way, n) => {
  const all = [...harness.model.withdrawals.values()]
  const found = nth(
    all.filter(({ status }) => (status === 'pending') === (way === 'fits')),
    n[0],
  )
  if (!found) return null

  return createAction(
    `${found.id} is cancelled`,
    () => cancelWithdrawal(harness.app, harness.person(found.memberId), found.id),
    () => harness.model.release(found, 'cancelled'),
  )
}

/** The actions of members, and those of the staff on their deposits. */
export const MEMBER_ACTIONS: Record<string, Kind> = {
  join: { buildAction: join, ways: ['alone', 'invited', 'claims', 'both'], weight: 6 },
  quote: { buildAction: quote, ways: ['fits', 'below', 'above', 'closed'], weight: 36 },
  observe: { buildAction: observePayment, ways: ['fits', 'late', 'again'], weight: 36 },
  confirm: {
    buildAction: confirm,
    ways: ['fits', 'less', 'more', 'bank', 'dust', 'used', 'cents', 'again', 'other', 'unpaid'],
    weight: 42,
  },
  rejectDeposit: { buildAction: rejectOne, ways: ['fits', 'over'], weight: 3 },
  invest: { buildAction: invest, ways: ['fits', 'below', 'above', 'beyond', 'closed'], weight: 24 },
  choose: { buildAction: choose, ways: ['fits', 'over'], weight: 9 },
  giveRedemptionNotice: {
    buildAction: submitRedemptionNotice,
    ways: ['fits', 'all', 'beyond', 'none', 'over'],
    weight: 15,
  },
  takeBack: { buildAction: takeBack, ways: ['fits', 'over'], weight: 6 },
  withdraw: {
    buildAction: withdraw,
    ways: [
      'deep',
      'cash',
      'all',
      'picked',
      'several',
      'gone',
      'bound',
      'short',
      'beyond',
      'noticed',
      'tiny',
      'profit',
      'profitAll',
      'profitBeyond',
    ],
    weight: 36,
  },
  cancel: { buildAction: cancel, ways: ['fits', 'over'], weight: 12 },
}
