import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { notePayment } from '#modules/deposits/commands/note-payment.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { rejectDeposit } from '#modules/deposits/commands/reject-deposit.ts'
import { cancelNotice } from '#modules/plans/commands/cancel-notice.ts'
import { giveNotice } from '#modules/plans/commands/give-notice.ts'
import { investBalance } from '#modules/plans/commands/invest-balance.ts'
import { setAtMaturity } from '#modules/plans/commands/set-at-maturity.ts'
import { cancelWithdrawal } from '#modules/withdrawals/commands/cancel-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type Act, between, coins, deed, dollars, type Kind, nth } from './engine-deed.ts'
import type { EngineHouse } from './engine-house.ts'
import type { Instruction, ModelPlan, ModelVersion } from './engine-model-days.ts'
import type { ModelArrival } from './engine-model-members.ts'

const MOST_MEMBERS = 6
const MOST_LATES = 20
const LATE_MS = 31 * 60_000
const AT_MATURITY: readonly Instruction[] = ['to_balance', 'reinvest_principal', 'reinvest_all']

const join: Act = (house, way, n) => {
  if (house.ids().length >= MOST_MEMBERS) return null

  const inviter = way === 'invited' || way === 'both' ? (nth(house.ids(), n[0]) ?? null) : null
  const person = { inviter, claims: way === 'claims' || way === 'both' }

  return deed(
    'somebody ' +
      `joins${inviter ? `, invited by ${inviter}` : ''}${person.claims ? ', with the campaign' : ''}`,
    () => house.addMember(person),
    (id) => house.model.join(id ?? '', person),
  )
}

/**
 * A plan with what it offers, or with what it doesn't: a version from before, or one of a closed
 * plan.
 */
function offerFor(house: EngineHouse, way: string, n: number): [ModelPlan, ModelVersion] | null {
  const plans = [...house.model.plans.values()]
  const stale = plans.filter((plan) => plan.closed || plan.versions.length > 1)
  const plan = nth(way === 'closed' ? stale : plans.filter((one) => !one.closed), n)
  const version = way === 'closed' ? plan?.versions[0] : plan?.versions.at(-1)
  return plan && version ? [plan, version] : null
}

const amountOf = (way: string, { least, most }: ModelVersion, n: number, cap = most) => {
  if (way === 'below') return least - 1n
  if (way === 'above') return most + 1n
  return between(least, cap < most ? cap : most, n)
}

const quote: Act = (house, way, n) => {
  const memberId = nth(house.ids(), n[0])
  const found = offerFor(house, way, n[1])
  if (!memberId || !found) return null

  const [plan, version] = found
  const amount = amountOf(way, version, n[2])
  const given = { memberId, planId: plan.id, version, amount, rate: house.rate(), now: house.now() }
  const input = { planId: version.id, amount: dollars(amount), method: 'USDT' }

  return deed(
    `${memberId} is quoted ${dollars(amount)} for ${version.id}`,
    () => quoteDeposit(house.app, house.person(memberId), input),
    (done) => house.model.quote(given, { id: done?.id ?? '', units: done?.coinAmount ?? 0n }),
  )
}

const seen: Act = (house, way, n) => {
  const all = [...house.model.deposits.values()]
  const deposit = nth(
    all.filter(({ status }) => (status === 'asked') === (way !== 'again')),
    n[0],
  )
  if (!deposit || (way === 'late' && house.lates >= MOST_LATES)) return null

  if (way === 'late') house.app.clock.advance(LATE_MS)
  if (way === 'late') house.lates++

  return deed(
    `the payment of ${deposit.id} is seen`,
    () => notePayment(house.app, house.ines, deposit.id),
    () => house.model.seen(deposit, { now: house.now(), rate: house.rate() }),
  )
}

const BANK = 'TRANSFER'
let transfers = 0

/** What the admin says has arrived, for the engine and for the model. */
function arrival(house: EngineHouse, way: string, { least, most }: ModelVersion, n: number) {
  const units = (cents: bigint) => ({ units: (cents * 10_000_000_000n) / house.rate() })
  const bank = (reference: string, cents: bigint) => ({ bank: { reference, cents } })
  const [used] = [...house.model.bank]
  const arrivals: Record<string, ModelArrival | null> = {
    less: units(between(1n, least - 1n, n) + 100n),
    more: units(most + between(1n, 90_000n, n)),
    dust: { units: 1n },
    bank: bank(`${BANK} ${++transfers}`, between(least - 100n, most, n)),
    used: used ? bank(...used) : null,
    cents: used ? bank(used[0], used[1] + 1n) : null,
    other: { other: true },
  }

  return way in arrivals ? arrivals[way] : {}
}

const said = ({ units, bank, other }: ModelArrival) => ({
  ...(units !== undefined && { received: coins(units) }),
  ...(bank && { received: dollars(bank.cents), bankReference: bank.reference }),
  ...(other && { txid: `0x${'ab'.repeat(32)}` }),
})

const confirm: Act = (house, way, n) => {
  const wanted =
    way === 'again' || way === 'other'
      ? ['completed']
      : way === 'unpaid'
        ? ['asked', 'rejected']
        : ['pending']

  const deposit = nth(
    [...house.model.deposits.values()].filter(({ status }) => wanted.includes(status)),
    n[0],
  )
  const arrived = deposit && arrival(house, way, deposit.version, n[2])
  if (!deposit || !arrived) return null

  return deed(
    `${deposit.id} is confirmed: ${JSON.stringify(said(arrived))}`,
    () => confirmDeposit(house.app, house.ines, { depositId: deposit.id, ...said(arrived) }),
    (done) => house.model.confirm(deposit, arrived, done?.positionId ?? ''),
  )
}

const rejectOne: Act = (house, way, n) => {
  const all = [...house.model.deposits.values()]
  const deposit = nth(
    all.filter(({ status }) => (status === 'pending') === (way === 'fits')),
    n[0],
  )
  if (!deposit) return null

  return deed(
    `${deposit.id} is rejected`,
    () => rejectDeposit(house.app, house.ines, { depositId: deposit.id, reason: 'Nothing came.' }),
    () => house.model.rejectDeposit(deposit),
  )
}

const invest: Act = (house, way, n) => {
  const memberId = nth(house.ids(), n[0])
  const found = offerFor(house, way, n[1])
  if (!memberId || !found) return null

  const [plan, version] = found
  const { cash } = house.model.purse(memberId)
  const amount = way === 'beyond' ? cash + 1n : amountOf(way, version, n[2], cash)
  const atMaturity = nth(AT_MATURITY, n[2]) ?? 'to_balance'

  return deed(
    `${memberId} invests ${dollars(amount)} in ${version.id}, then ${atMaturity}`,
    () =>
      investBalance(house.app, house.person(memberId), {
        planId: version.id,
        amount: dollars(amount),
        atMaturity,
      }),
    (done) =>
      house.model.invest(
        { memberId, planId: plan.id, version, amount, atMaturity },
        done?.id ?? '',
      ),
  )
}

const choose: Act = (house, way, n) => {
  const all = [...house.model.positions.values()]
  const position = nth(
    all.filter(({ status }) => (status === 'open') === (way === 'fits')),
    n[0],
  )
  if (!position) return null

  const atMaturity = nth(AT_MATURITY, n[1]) ?? 'to_balance'
  const { id: positionId, memberId } = position

  return deed(
    `${positionId} is to ${atMaturity} at maturity`,
    () => setAtMaturity(house.app, house.person(memberId), { positionId, atMaturity }),
    () => house.model.choose(position, atMaturity),
  )
}

const notice: Act = (house, way, n) => {
  const asking = [...house.model.positions.values()].filter(
    (one) => one.version.notice > 0 === (way !== 'none'),
  )
  const position = nth(
    asking.filter(({ status }) => (status === 'open') === (way !== 'over')),
    n[0],
  )
  if (!position) return null

  const { id: positionId, memberId, left } = position
  const amount = way === 'beyond' ? left + 1n : way === 'all' ? left : between(1n, left, n[2])

  return deed(
    `notice of ${dollars(amount)} of ${positionId}`,
    () => giveNotice(house.app, house.person(memberId), { positionId, amount }),
    (done) => house.model.giveNotice(position, amount, done?.id ?? ''),
  )
}

const takeBack: Act = (house, way, n) => {
  const all = [...house.model.notices.values()]
  const found = nth(
    all.filter(({ status }) => (status === 'waiting') === (way === 'fits')),
    n[0],
  )
  if (!found) return null

  const { memberId } = house.model.position(found.positionId)

  return deed(
    `${found.id} is taken back`,
    () => cancelNotice(house.app, house.person(memberId), found.id),
    () => house.model.cancelNotice(found.id),
  )
}

const LEAST = 2_000n

/** How much is asked for, and out of which positions. */
function asked(house: EngineHouse, memberId: string, way: string, n: number) {
  const { model } = house
  const purse = model.purse(memberId)
  const there = model.available(memberId, way.startsWith('profit') ? 'profit' : 'balance')
  const own = model.openOfMember(memberId)
  const free = own.filter(({ version }) => version.notice === 0).map(({ id }) => id)
  const bound = own.filter(({ version }) => version.notice > 0).map(({ id }) => id)
  const ended = [...model.positions.values()].filter(
    (one) => one.memberId === memberId && one.status !== 'open',
  )
  const some = between(LEAST, there, n)
  const deep = between(purse.cash > LEAST ? purse.cash + 1n : LEAST, there, n)
  const picked = nth(free, n)
  const held = picked ? model.position(picked).left : 0n
  const ways: Record<string, [bigint, string[]]> = {
    cash: [between(LEAST, purse.cash, n), []],
    deep: [deep, []],
    all: [there, []],
    picked: [between(purse.cash + 1n, purse.cash + held, n), picked ? [picked] : []],
    several: [deep, [...free].reverse()],
    gone: [deep, ended.slice(0, 1).map(({ id }) => id)],
    bound: [deep, bound.slice(0, 1)],
    short: [purse.cash + held + 1n, picked ? [picked] : []],
    beyond: [purse.cash + purse.principal + 1n, []],
    noticed: [purse.cash + purse.principal, []],
    tiny: [between(1n, LEAST - 1n, n), []],
    profit: [some, []],
    profitAll: [there, []],
    profitBeyond: [there + LEAST, []],
  }

  return ways[way] ?? [some, []]
}

const withdraw: Act = (house, way, n) => {
  const memberId = nth(house.ids(), n[0])
  if (!memberId) return null

  const [amount, picks] = asked(house, memberId, way, n[2])
  const source = way.startsWith('profit') ? 'profit' : 'balance'
  const input = {
    amount: dollars(amount),
    method: 'USDT',
    address: TEST_ADDRESS,
    source,
    positions: picks,
  }

  return deed(
    `${memberId} asks for ${dollars(amount)} of
      ${source}${picks.length > 0 ? ` out of ${picks}` : ''}`,
    () => requestWithdrawal(house.app, house.person(memberId), input),
    (done) => house.model.withdraw({ memberId, source, amount, picks }, done?.id ?? ''),
  )
}

const cancel: Act = (house, way, n) => {
  const all = [...house.model.withdrawals.values()]
  const found = nth(
    all.filter(({ status }) => (status === 'pending') === (way === 'fits')),
    n[0],
  )
  if (!found) return null

  return deed(
    `${found.id} is cancelled`,
    () => cancelWithdrawal(house.app, house.person(found.memberId), found.id),
    () => house.model.release(found, 'cancelled'),
  )
}

/** What members do, and what the staff does with their deposits. */
export const MEMBERS_ACTS: Record<string, Kind> = {
  join: { act: join, ways: ['alone', 'invited', 'claims', 'both'], weight: 6 },
  quote: { act: quote, ways: ['fits', 'below', 'above', 'closed'], weight: 36 },
  seen: { act: seen, ways: ['fits', 'late', 'again'], weight: 36 },
  confirm: {
    act: confirm,
    ways: ['fits', 'less', 'more', 'bank', 'dust', 'used', 'cents', 'again', 'other', 'unpaid'],
    weight: 42,
  },
  rejectDeposit: { act: rejectOne, ways: ['fits', 'over'], weight: 3 },
  invest: { act: invest, ways: ['fits', 'below', 'above', 'beyond', 'closed'], weight: 24 },
  choose: { act: choose, ways: ['fits', 'over'], weight: 9 },
  notice: { act: notice, ways: ['fits', 'all', 'beyond', 'none', 'over'], weight: 15 },
  takeBack: { act: takeBack, ways: ['fits', 'over'], weight: 6 },
  withdraw: {
    act: withdraw,
    ways: [
      ...[
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
      ],
      ...['profit', 'profitAll', 'profitBeyond'],
    ],
    weight: 36,
  },
  cancel: { act: cancel, ways: ['fits', 'over'], weight: 12 },
}
