import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#lib/dates.ts'
import { aMember } from '#modules/identity/testing.ts'
import { memberBalances } from '#modules/ledger/queries.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { problemsOfBooks } from '../../../../tests/support/books-problems.ts'
import { redeemPrincipal } from '../acts/redeem-principal.ts'
import { restoreRedemption } from '../acts/restore-redemption.ts'
import type { AtMaturity, PlanVersion, Position } from '../model.ts'
import { fundingOf, listPositionsOf } from '../queries.ts'
import { openedPosition, publishedPlan, writtenIncome } from '../testing.ts'
import { settleDays } from './settle-days.ts'

const START = '2026-11-20'

let house: TestApp
let plan: PlanVersion

beforeEach(async () => {
  house = await testApp({ at: `${START}T12:00:00Z` })
  plan = await publishedPlan(house.app, { targetBps: 1_000, termDays: 30 })
})
afterEach(async () => {
  expect(await problemsOfBooks(house.database), 'the books are right after all of it').toEqual([])
  await house.close()
})

const at = (day: string) => house.app.clock.set(`${day}T12:00:00Z`)
async function settle(day: string) {
  at(day)
  return await settleDays(house.app)
}
const openedBy = async (
  principal: bigint,
  atMaturity: AtMaturity = 'to_balance',
  version = plan,
) => {
  const { member } = await aMember(house.app)
  return await openedPosition(house.app, { memberId: member.id, version, principal, atMaturity })
}
const nowOf = async ({ id, memberId }: Position) => {
  const found = (await listPositionsOf(house.app.db, memberId, house.app.clock.today())).find(
    (position) => position.id === id,
  )
  if (!found) throw new Error('no such position')
  return found
}
const rows = async <Row>(text: string) => (await house.database.owner.query(text)).rows as Row[]

test('a term that ends makes principal cash and the return due, and the member is told', async () => {
  const position = await openedBy(100_000n)
  expect(await settle(addDays(START, 29))).toBe(30)
  expect(await nowOf(position)).toMatchObject({
    status: 'open',
    remaining: 100_000n,
    maturedOn: null,
  })

  expect(await settle(addDays(START, 30))).toBe(1)
  expect(await nowOf(position)).toMatchObject({
    status: 'matured',
    remaining: 0n,
    maturedOn: '2026-12-20',
    returnDue: 10_000n,
    returnPaid: 0n,
  })

  expect(await memberBalances(house.app.db, position.memberId)).toMatchObject({
    cash: 200_000n,
    principal: 0n,
  })

  const mails = await listMail(house.app.db, {})
  expect(mails.map(({ template, data }) => [template, data.principal, data.due])).toContainEqual([
    'position-matured',
    '100000',
    '10000',
  ])

  expect(await settle(addDays(START, 30)), 'told again').toBe(0)
  expect((await listMail(house.app.db, {})).length).toBe(mails.length)
})

test('a position of which nothing is left matures too: what its parts had accrued falls due', async () => {
  const position = await openedBy(100_000n)
  at(addDays(START, 15))

  const withdrawal = { withdrawalId: 'wdr_a', actor: 'test', on: addDays(START, 15) }
  await house.app.db.transaction().execute(async (tx) => {
    const { post } = await import('#modules/ledger/acts/post.ts')
    const taken = await redeemPrincipal(tx, {
      ...withdrawal,
      memberId: position.memberId,
      amount: 100_000n,
    })

    await post(tx, taken.transfers)
  })

  await settle(addDays(START, 31))
  expect(await nowOf(position)).toMatchObject({
    status: 'redeemed',
    maturedOn: '2026-12-20',
    returnDue: 5_000n,
  })

  await house.app.db.transaction().execute(async (tx) => {
    const restored = await restoreRedemption(tx, { ...withdrawal, on: addDays(START, 31) })
    expect(restored, 'a part given back after the term stays cash').toEqual({
      parts: [],
      transfers: [],
    })
  })

  expect(await nowOf(position)).toMatchObject({
    status: 'redeemed',
    remaining: 0n,
    returnDue: 10_000n,
    returnPaid: 0n,
  })
})

describe('recorded income is shared out among what is due', () => {
  test('all of it where there is enough, and the rest stays for the next', async () => {
    const [one, other] = [await openedBy(100_000n), await openedBy(300_000n)]
    await writtenIncome(house.app, { planId: plan.planId, cents: 50_000n })
    await settle(addDays(START, 30))

    expect([await nowOf(one), await nowOf(other)].map(({ returnPaid }) => returnPaid)).toEqual([
      10_000n,
      30_000n,
    ])
    expect((await memberBalances(house.app.db, one.memberId)).profit).toBe(10_000n)
    expect(await rows('select used_cents from plan_income')).toEqual([{ used_cents: '40000' }])
  })

  test('pro rata where it is short, to the cent, and completed by later incomes that each return names', async () => {
    const positions = [await openedBy(100_100n), await openedBy(100_300n), await openedBy(700_700n)]
    const first = await writtenIncome(house.app, {
      planId: plan.planId,
      cents: 10_001n,
      source: 'Rent of May',
    })

    await settle(addDays(START, 30))

    const paid = async () =>
      (await Promise.all(positions.map(nowOf))).map(({ returnPaid }) => returnPaid)
    expect((await paid()).reduce((sum, cents) => sum + cents, 0n)).toBe(10_001n)

    const later = (source: string, cents: bigint) => {
      house.app.clock.advance(1_000)
      return writtenIncome(house.app, { planId: plan.planId, cents, source })
    }
    const second = await later('Rent of June', 70_000n)
    const third = await later('Sale', 20_000n)

    expect(await settleDays(house.app), 'the day is settled, and what came since is paid').toBe(0)
    expect(await paid()).toEqual([10_010n, 10_030n, 70_070n])

    for (const position of positions) {
      const funding = await fundingOf(house.app.db, position.id)
      expect(funding.map(({ incomes }) => incomes.map(({ incomeId }) => incomeId))).toEqual([
        [first],
        [second, third],
      ])

      for (const { cents, incomes } of funding)
        expect(incomes.reduce((sum, income) => sum + income.cents, 0n)).toBe(cents)
    }
  })

  test('each plan out of its own income alone', async () => {
    const [b, c] = [
      await publishedPlan(house.app, { name: 'B', targetBps: 500, termDays: 30 }),
      await publishedPlan(house.app, { name: 'C', targetBps: 500, termDays: 20 }),
    ]

    const positions = [
      await openedBy(100_000n),
      await openedBy(100_000n, 'to_balance', b),
      await openedBy(100_000n, 'to_balance', c),
    ]

    await writtenIncome(house.app, { planId: plan.planId, cents: 4_000n })
    await writtenIncome(house.app, { planId: c.planId, cents: 90_000n })
    await settle(addDays(START, 40))

    const views = await Promise.all(positions.map(nowOf))
    expect(views.map(({ returnPaid }) => returnPaid)).toEqual([4_000n, 0n, 5_000n])
    expect(views.map(({ returnDue }) => returnDue)).toEqual([10_000n, 5_000n, 5_000n])
  })

  test('never before the day on which the income was recorded', async () => {
    const position = await openedBy(100_000n)
    at(addDays(START, 40))
    await writtenIncome(house.app, { planId: plan.planId, cents: 3_000n, on: addDays(START, 35) })
    await writtenIncome(house.app, { planId: plan.planId, cents: 90_000n, on: addDays(START, 37) })
    await settle(addDays(START, 40))

    expect(
      (await fundingOf(house.app.db, position.id)).map(({ paidOn, cents }) => [paidOn, cents]),
    ).toEqual([
      [addDays(START, 35), 3_000n],
      [addDays(START, 37), 7_000n],
    ])
  })

  test('a share below a cent is none, and the others still add up', async () => {
    const positions = [await openedBy(100_000n), await openedBy(100_000n), await openedBy(100_000n)]
    await writtenIncome(house.app, { planId: plan.planId, cents: 2n })
    await settle(addDays(START, 30))

    const paid = (await Promise.all(positions.map(nowOf))).map(({ returnPaid }) => returnPaid)
    expect(paid.reduce((sum, cents) => sum + cents, 0n)).toBe(2n)
    expect(await rows('select count(*)::int as payouts from payout')).toEqual([{ payouts: 2 }])
  })
})

describe('what the member asked for at maturity', () => {
  test('the principal is invested anew in what the plan offers on the day', async () => {
    const position = await openedBy(200_000n, 'reinvest_principal')
    at(addDays(START, 10))

    const later = await publishedPlan(house.app, { targetBps: 300, termDays: 60 })
    await settle(addDays(START, 30))

    const [anew] = await listPositionsOf(house.app.db, position.memberId, addDays(START, 30))
    expect(anew).toMatchObject({
      origin: 'reinvested',
      planVersionId: later.id,
      principal: 200_000n,
      status: 'open',
      termDays: 60,
      openedOn: addDays(START, 30),
      atMaturity: 'reinvest_principal',
      depositId: null,
    })

    expect(await memberBalances(house.app.db, position.memberId)).toMatchObject({
      cash: 200_000n,
      principal: 200_000n,
    })

    const reference = 'select kind from ledger.journal where reference ='
    expect(await rows(`${reference} '${anew?.id}'`)).toEqual([{ kind: 'position_opened' }])
    expect(await rows(`${reference} '${position.id}'`)).toEqual([{ kind: 'principal_redeemed' }])
  })

  test('what is paid on the day of maturity grows the new position, as far as the plan takes it', async () => {
    const [small, large] = [
      await openedBy(200_000n, 'reinvest_all'),
      await openedBy(1_000_000n, 'reinvest_all'),
    ]
    await writtenIncome(house.app, { planId: plan.planId, cents: 500_000n })
    await settle(addDays(START, 30))

    expect(await memberBalances(house.app.db, small.memberId)).toMatchObject({
      principal: 220_000n,
      profit: 0n,
    })

    const [anew] = await listPositionsOf(house.app.db, small.memberId, addDays(START, 60))
    expect(anew).toMatchObject({ principal: 220_000n, remaining: 220_000n, accrued: 22_000n })
    expect(await memberBalances(house.app.db, large.memberId)).toMatchObject({
      principal: 1_000_000n,
      profit: 100_000n,
    })
  })

  test('what is paid later stays profit', async () => {
    const position = await openedBy(200_000n, 'reinvest_all')
    await settle(addDays(START, 30))
    at(addDays(START, 31))
    await writtenIncome(house.app, { planId: plan.planId, cents: 500_000n })
    await settle(addDays(START, 31))

    expect(await memberBalances(house.app.db, position.memberId)).toMatchObject({
      principal: 200_000n,
      profit: 20_000n,
    })
  })

  test('a plan that was closed, or takes another amount, gives the principal back and says why', async () => {
    const other = await publishedPlan(house.app, { name: 'GONE' })
    const [small, gone] = [
      await openedBy(200_000n, 'reinvest_principal'),
      await openedBy(200_000n, 'reinvest_all', other),
    ]

    await publishedPlan(house.app, { minAmount: 300_000n })
    await rows(
      `update plan set closed_at = now(), closed_by = 'ruth', closed_because = 'a test' where id
        = '${other.planId}'`,
    )
    await settle(addDays(START, 30))

    for (const { memberId } of [small, gone])
      expect(await memberBalances(house.app.db, memberId)).toMatchObject({
        cash: 400_000n,
        principal: 0n,
      })

    const told = (await listMail(house.app.db, {})).filter(
      ({ template }) => template === 'position-matured',
    )
    expect(told.map(({ data }) => data.refusal).sort()).toEqual([
      'The plan is closed.',
      'The plan now takes $3,000.00 or more.',
    ])
  })
})

describe('days', () => {
  test('a year that passes at once settles each day once, leap day included', async () => {
    house.app.clock.set('2027-06-01T12:00:00Z')

    const position = await openedBy(500_000n, 'reinvest_principal')
    const days = await settle('2028-06-01')
    expect(days).toBe(daysBetween('2027-06-01', '2028-06-01') + 1)
    expect(
      await rows(`select count(*)::int as days, count(distinct day)::int as different, count(*)
        filter (where day = '2028-02-29')::int as leap,
      count(ended_at)::int as ended, (max(day) - min(day))::int + 1 as span from settled_day`),
    ).toEqual([{ days, different: days, leap: 1, ended: days, span: days }])

    const all = await listPositionsOf(house.app.db, position.memberId, '2028-06-01')
    expect(all).toHaveLength(13)
    expect(
      all
        .filter(({ status }) => status === 'matured')
        .every(({ returnDue }) => returnDue === 50_000n),
    ).toBe(true)

    expect(all.map(({ openedOn }) => openedOn)).toEqual(
      Array.from({ length: 13 }, (_, index) => addDays('2027-06-01', 30 * (12 - index))),
    )
    expect(await settle('2028-06-01')).toBe(0)
  })

  test('ten years on which nothing happens take seconds', async () => {
    await settle(START)
    const before = performance.now()
    expect(await settle(addDays(START, 3_650))).toBe(3_650)
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  test('they begin with the first position, and today where there is none', async () => {
    await settle(START)
    expect(await rows('select day::text from settled_day')).toEqual([{ day: START }])
  })

  test('two servers at once settle everything once', async () => {
    const positions = await Promise.all(
      Array.from({ length: 20 }, () => openedBy(100_000n, 'reinvest_all')),
    )
    await writtenIncome(house.app, { planId: plan.planId, cents: 123_456n })
    at(addDays(START, 95))

    const answers = await Promise.all(Array.from({ length: 6 }, () => settleDays(house.app)))
    expect(answers.filter((days) => days !== null)).not.toEqual([])
    expect(await rows('select count(*)::int as days from settled_day')).toEqual([{ days: 96 }])
    expect(await rows('select sum(cents)::int as paid from payout')).toEqual([{ paid: 123_456 }])

    for (const { memberId } of positions)
      expect(await listPositionsOf(house.app.db, memberId, addDays(START, 95))).toHaveLength(4)
  })
})
