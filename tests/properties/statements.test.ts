import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#lib/dates.ts'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { openPlanAccounts } from '#modules/ledger/acts/open-plan-accounts.ts'
import { post } from '#modules/ledger/acts/post.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { writeCheckpoints } from '#modules/ledger/commands/write-checkpoints.ts'
import {
  type CLASSES,
  custody,
  EQUITY,
  FEES,
  type Kind,
  memberAccount,
  PROMOTION,
  type Purse,
  planAssets,
  planIncome,
} from '#modules/ledger/model.ts'
import { listRoutes } from '#modules/ledger/queries.ts'
import { approvedWhereNeeded, arrived, transfer } from '#modules/ledger/testing.ts'
import { HEADING_OF, owedOf, type Purses, periodOf } from '#modules/portfolio/model.ts'
import { balanceOnDay, getStatement, getYear } from '#modules/portfolio/queries/statement.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { scaled } from '../support/scale.ts'

const PLAN = 'pln_random'
const FIRST: Day = '2025-11-15'
const LAST: Day = '2026-11-20'
const FUNDS = 1_000_000_000n

let house: TestApp
beforeAll(async () => {
  house = await testApp()
  await inTransaction(house.app.db, async (tx) => {
    await openPlanAccounts(tx, PLAN)
    const [capital, income] = [await arrived(tx, 'USD', FUNDS * 2n), await arrived(tx, 'USD', FUNDS)]
    await post(
      tx,
      await approvedWhereNeeded(tx, [
        transfer('capital', 'capital_paid_in', custody('USD'), EQUITY, FUNDS * 2n, { receipt: capital }),
        transfer('income', 'income_recorded', custody('USD'), planIncome(PLAN), FUNDS, { receipt: income }),
        transfer('promotion', 'promotion_funded', EQUITY, PROMOTION, FUNDS),
      ]),
    )
  })
})
afterAll(() => house.close())

/** Where each step takes its money and leaves it; a purse that holds less is emptied. */
const STEPS = {
  deposit: ['deposit_confirmed', custody('USD'), 'cash'],
  invest: ['position_opened', 'cash', 'principal'],
  reinvest: ['position_opened', 'profit', 'principal'],
  redeem: ['principal_redeemed', 'principal', 'cash'],
  hold: ['withdrawal_held', 'cash', 'hold_cash'],
  holdProfit: ['withdrawal_held', 'profit', 'hold_profit'],
  release: ['withdrawal_released', 'hold_cash', 'cash'],
  fee: ['fee_charged', 'hold_cash', FEES],
  pay: ['withdrawal_paid', 'hold_cash', custody('USD')],
  payProfit: ['withdrawal_paid', 'hold_profit', custody('USD')],
  earn: ['return_paid', planIncome(PLAN), 'profit'],
  reward: ['reward_paid', PROMOTION, 'cash'],
  adjustUp: ['adjusted', EQUITY, 'cash'],
  adjustDown: ['adjusted', 'cash', EQUITY],
  lose: ['assets_lost', 'principal', planAssets(PLAN)],
} as const satisfies Record<string, readonly [Kind, string, string]>

const PURSES: readonly Purse[] = ['cash', 'principal', 'profit', 'hold_cash', 'hold_profit']
const isPurse = (name: string): name is Purse => PURSES.some((purse) => purse === name)

type Step = { step: keyof typeof STEPS; cents: number; day: number; subject: number }
type Event = Step | { chore: 'seal' | 'checkpoint' }

const step: fc.Arbitrary<Step> = fc.record({
  step: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  cents: fc.integer({ min: 1, max: 90_000 }),
  day: fc.integer({ min: 0, max: 370 }),
  subject: fc.integer({ min: 1, max: 3 }),
})
const chore: fc.Arbitrary<Event> = fc.record({ chore: fc.constantFrom('seal', 'checkpoint') })
const event: fc.Arbitrary<Event> = fc.oneof({ weight: 12, arbitrary: step }, { weight: 1, arbitrary: chore })

type Moved = { day: Day; purse: Purse; change: bigint }

/** Plays a history into the books of a new member, in any order of days, and answers what it moved. */
async function play(member: string, events: readonly Event[]): Promise<Moved[]> {
  const { app } = house
  const has = new Map<string, bigint>(PURSES.map((purse) => [purse, 0n]))
  const moved: Moved[] = []
  await inTransaction(app.db, (tx) => openMemberAccounts(tx, member))
  for (const [index, each] of events.entries()) {
    if ('chore' in each) await (each.chore === 'seal' ? sealJournal(app) : writeCheckpoints(app))
    else for (const move of await played(member, index, each, has)) moved.push(move)
  }
  await sealJournal(app)
  return moved
}

async function played(
  member: string,
  index: number,
  event: Step,
  has: Map<string, bigint>,
): Promise<Moved[]> {
  const [kind, from, to] = STEPS[event.step]
  const wanted = BigInt(event.cents)
  const left = has.get(from) ?? wanted
  const amount = left < wanted ? left : wanted
  if (amount === 0n) return []
  const day = addDays(FIRST, event.day)
  const account = (name: string) => (isPurse(name) ? memberAccount(member, name) : name)
  await inTransaction(house.app.db, async (tx) => {
    const receipt = event.step === 'deposit' ? { receipt: await arrived(tx, 'USD', amount) } : {}
    const leg = transfer(`${member}/${index}`, kind, account(from), account(to), amount, {
      ...{ effective: day, reason: `reason ${index}`, ...receipt },
      reference: `${kind.startsWith('withdrawal') || event.step === 'redeem' ? 'wdr' : 'ref'}_${event.subject}`,
    })
    await post(tx, event.step === 'lose' ? await approvedWhereNeeded(tx, [leg]) : [leg])
  })
  return [
    { name: from, change: -amount },
    { name: to, change: amount },
  ].flatMap(({ name, change }) => {
    if (!isPurse(name)) return []
    has.set(name, (has.get(name) ?? 0n) + change)
    return [{ day, purse: name, change }]
  })
}

/** The purses at the end of a day, added up from what was played. */
function pursesBy(moved: readonly Moved[], day: Day): Purses {
  const sum = (...names: Purse[]) =>
    moved.reduce(
      (total, each) => (each.day <= day && names.includes(each.purse) ? total + each.change : total),
      0n,
    )
  return {
    cash: sum('cash'),
    principal: sum('principal'),
    profit: sum('profit'),
    held: sum('hold_cash', 'hold_profit'),
  }
}

let members = 0

test('any statement of any history opens and closes with what the days before it left, and adds up to the cent', async () => {
  const period = fc.tuple(fc.integer({ min: -3, max: 300 }), fc.integer({ min: 0, max: 300 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 15, maxLength: 40, size: 'max' }),
      fc.array(period, { minLength: 3, maxLength: 3 }),
      async (events, periods) => {
        const member = `mem_random${++members}`
        const moved = await play(member, events)
        for (const [start, length] of periods) {
          const from = addDays(FIRST, start)
          const to = addDays(from, length)
          const statement = await getStatement(house.app.db, member, { from, to })
          const { opening, closing, lines, sums } = statement
          expect(opening).toEqual(pursesBy(moved, addDays(from, -1)))
          expect(closing).toEqual(pursesBy(moved, to))
          expect(lines.reduce((sum, line) => sum + line.change, owedOf(opening))).toBe(owedOf(closing))
          expect(Object.values(sums).reduce((sum, each) => sum + each, owedOf(opening))).toBe(owedOf(closing))
          expect(lines.at(-1)?.balance ?? owedOf(opening)).toBe(owedOf(closing))
          expect(lines.every(({ day }) => day >= from && day <= to)).toBe(true)
          expect((await balanceOnDay(house.app.db, member, to)).purses).toEqual(closing)
        }
        const year = await getYear(house.app.db, member, { from: '2026-01-01', to: LAST })
        expect(year.opening).toBe(owedOf(pursesBy(moved, '2025-12-31')))
        expect(year.closing).toBe(owedOf(pursesBy(moved, LAST)))
        expect(year.months.map(({ month }) => month)).toHaveLength(11)
      },
    ),
    { numRuns: scaled(15, 300), endOnFailure: true },
  )
}, 240_000)

test('what falls between two statements that follow each other is in one of them, once', async () => {
  const member = `mem_random${++members}`
  const events = fc.sample(event, { numRuns: 120, seed: 7 })
  await play(member, events)
  const whole = await getStatement(house.app.db, member, { from: FIRST, to: '2026-12-01' })
  const parts = await Promise.all(
    [
      { from: FIRST, to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-12-01' },
    ].map((period) => getStatement(house.app.db, member, period)),
  )
  expect(parts.flatMap(({ lines }) => lines.flatMap(({ seqs }) => seqs))).toEqual(
    whole.lines.flatMap(({ seqs }) => seqs),
  )
  expect(parts.map(({ opening }) => opening).slice(1)).toEqual(
    parts.map(({ closing }) => closing).slice(0, 2),
  )
})

test('every movement that can change what a member is owed counts under a heading', async () => {
  const ofMember = (name: keyof typeof CLASSES) => name.startsWith('member_')
  const changing = (await listRoutes(house.app.db)).filter(
    (route) => ofMember(route.debit) !== ofMember(route.credit),
  )
  expect(changing.filter(({ kind }) => !HEADING_OF[kind])).toEqual([])
})

test('a period is at most ten years long, has come, and doesn’t end before it begins', () => {
  const today = '2026-11-20'
  expect(periodOf({}, today)).toEqual({ from: '2026-11-01', to: today })
  expect(periodOf({ from: '2016-11-21' }, today)).toEqual({ from: '2016-11-21', to: today })
  for (const asked of [
    { from: '2016-11-20' },
    { to: '2026-11-21' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '1999-12-31', to: '2000-01-02' },
  ])
    expect(() => periodOf(asked, today)).toThrow(/statement|not come/)
})
