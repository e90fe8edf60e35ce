// Long because the days of a plan are settled in many situations.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, countDays } from '#lib/dates.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances } from '#modules/ledger/queries.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listIntegrityProblems } from '../../../../tests/support/integrity-problems.ts'
import { type AtMaturity, formatPlanName, type PlanVersion, type Position } from '../model.ts'
import { listFundedReturns, listMemberPositions } from '../queries.ts'
import { redeemPrincipal } from '../steps/redeem-principal.ts'
import { restoreRedemption } from '../steps/restore-redemption.ts'
import { createIncome, createPosition, createPublishedPlan } from '../testing.ts'
import { settleDays } from './settle-days.ts'

const START = '2026-11-20'

let testApp: TestApp
let plan: PlanVersion

beforeEach(async () => {
  testApp = await createTestApp({ at: `${START}T12:00:00Z` })
  plan = await createPublishedPlan(testApp.app, { targetBps: 1_000, termDays: 30 })
})
afterEach(async () => {
  expect(
    await listIntegrityProblems(testApp.database),
    'the books are right after all of it',
  ).toEqual([])
  await testApp.close()
})

const setClock = (day: string) => testApp.app.clock.set(`${day}T12:00:00Z`)
async function settle(day: string) {
  setClock(day)
  return await settleDays(testApp.app)
}
const createMemberPosition = async (
  principal: bigint,
  atMaturity: AtMaturity = 'to_balance',
  version = plan,
) => {
  const { member } = await createTestMember(testApp.app)
  return await createPosition(testApp.app, { memberId: member.id, version, principal, atMaturity })
}
const readCurrentPosition = async ({ id, memberId }: Position) => {
  const found = (
    await listMemberPositions(testApp.app.db, memberId, testApp.app.clock.today())
  ).find((position) => position.id === id)
  if (!found) throw new Error('no such position')
  return found
}
const rows = async <Row>(text: string) => (await testApp.database.owner.query(text)).rows as Row[]

test('at maturity principal is cash, the return is due, and the member is notified', async () => {
  const position = await createMemberPosition(100_000n)
  expect(await settle(addDays(START, 29))).toBe(30)
  expect(await readCurrentPosition(position)).toMatchObject({
    status: 'open',
    remaining: 100_000n,
    maturedOn: null,
  })

  expect(await settle(addDays(START, 30))).toBe(1)
  expect(await readCurrentPosition(position)).toMatchObject({
    status: 'matured',
    remaining: 0n,
    maturedOn: '2026-12-20',
    returnDue: 10_000n,
    returnPaid: 0n,
  })

  expect(await getMemberBalances(testApp.app.db, position.memberId)).toMatchObject({
    cash: 200_000n,
    principal: 0n,
  })

  const mails = await listMail(testApp.app.db, {})
  expect(mails.map(({ template, data }) => [template, data.principal, data.due])).toContainEqual([
    'position-matured',
    100_000n,
    10_000n,
  ])

  expect(await settle(addDays(START, 30)), 'notified again').toBe(0)
  expect((await listMail(testApp.app.db, {})).length).toBe(mails.length)
})

test('a position with nothing left matures too: what its parts accrued falls due', async () => {
  const position = await createMemberPosition(100_000n)
  setClock(addDays(START, 15))

  const withdrawal = { withdrawalId: 'wdr_a', actor: 'test', on: addDays(START, 15) }
  await testApp.app.db.transaction().execute(async (tx) => {
    const { post } = await import('#modules/ledger/steps/post.ts')
    const taken = await redeemPrincipal(tx, {
      ...withdrawal,
      memberId: position.memberId,
      amount: 100_000n,
    })

    await post(tx, taken.transfers)
  })

  await settle(addDays(START, 31))
  expect(await readCurrentPosition(position)).toMatchObject({
    status: 'redeemed',
    maturedOn: '2026-12-20',
    returnDue: 5_000n,
  })

  await testApp.app.db.transaction().execute(async (tx) => {
    const restored = await restoreRedemption(tx, { ...withdrawal, on: addDays(START, 31) })
    expect(restored, 'a part given back after the term stays cash').toEqual({
      parts: [],
      cash: [
        { positionId: position.id, amount: 100_000n, plan: formatPlanName(plan), because: 'term' },
      ],
      transfers: [],
    })
  })

  expect(await readCurrentPosition(position)).toMatchObject({
    status: 'redeemed',
    remaining: 0n,
    returnDue: 5_000n,
    returnPaid: 0n,
  })
})

describe('recorded income is distributed among returns due', () => {
  test('all of it where there is enough, and the rest stays for the next', async () => {
    const [one, other] = [
      await createMemberPosition(100_000n),
      await createMemberPosition(300_000n),
    ]
    await createIncome(testApp.app, { planId: plan.planId, cents: 50_000n })
    await settle(addDays(START, 30))

    expect(
      [await readCurrentPosition(one), await readCurrentPosition(other)].map(
        ({ returnPaid }) => returnPaid,
      ),
    ).toEqual([10_000n, 30_000n])
    expect((await getMemberBalances(testApp.app.db, one.memberId)).profit).toBe(10_000n)
    expect(await rows('select used_cents from plan_income')).toEqual([{ used_cents: '40000' }])
  })

  test('pro rata where it is short, to the cent, and completed by later incomes that each return names', async () => {
    const positions = [
      await createMemberPosition(100_100n),
      await createMemberPosition(100_300n),
      await createMemberPosition(700_700n),
    ]
    const first = await createIncome(testApp.app, {
      planId: plan.planId,
      cents: 10_001n,
      source: 'Rent of May',
    })

    await settle(addDays(START, 30))

    const listReturnsPaid = async () =>
      (await Promise.all(positions.map(readCurrentPosition))).map(({ returnPaid }) => returnPaid)
    expect((await listReturnsPaid()).reduce((sum, cents) => sum + cents, 0n)).toBe(10_001n)

    const later = (source: string, cents: bigint) => {
      testApp.app.clock.advance(1_000)
      return createIncome(testApp.app, { planId: plan.planId, cents, source })
    }
    const second = await later('Rent of June', 70_000n)
    const third = await later('Sale', 20_000n)

    expect(await settleDays(testApp.app), 'the day is settled, and what came since is paid').toBe(0)
    expect(await listReturnsPaid()).toEqual([10_010n, 10_030n, 70_070n])

    for (const position of positions) {
      const funding = await listFundedReturns(testApp.app.db, position.id)
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
      await createPublishedPlan(testApp.app, { name: 'B', targetBps: 500, termDays: 30 }),
      await createPublishedPlan(testApp.app, { name: 'C', targetBps: 500, termDays: 20 }),
    ]

    const positions = [
      await createMemberPosition(100_000n),
      await createMemberPosition(100_000n, 'to_balance', b),
      await createMemberPosition(100_000n, 'to_balance', c),
    ]

    await createIncome(testApp.app, { planId: plan.planId, cents: 4_000n })
    await createIncome(testApp.app, { planId: c.planId, cents: 90_000n })
    await settle(addDays(START, 40))

    const views = await Promise.all(positions.map(readCurrentPosition))
    expect(views.map(({ returnPaid }) => returnPaid)).toEqual([4_000n, 0n, 5_000n])
    expect(views.map(({ returnDue }) => returnDue)).toEqual([10_000n, 5_000n, 5_000n])
  })

  test('never before the day on which the income was recorded', async () => {
    const position = await createMemberPosition(100_000n)
    setClock(addDays(START, 40))
    await createIncome(testApp.app, { planId: plan.planId, cents: 3_000n, on: addDays(START, 35) })
    await createIncome(testApp.app, { planId: plan.planId, cents: 90_000n, on: addDays(START, 37) })
    await settle(addDays(START, 40))

    expect(
      (await listFundedReturns(testApp.app.db, position.id)).map(({ paidOn, cents }) => [
        paidOn,
        cents,
      ]),
    ).toEqual([
      [addDays(START, 35), 3_000n],
      [addDays(START, 37), 7_000n],
    ])
  })

  test('a share below a cent is none, and the others still add up', async () => {
    const positions = [
      await createMemberPosition(100_000n),
      await createMemberPosition(100_000n),
      await createMemberPosition(100_000n),
    ]
    await createIncome(testApp.app, { planId: plan.planId, cents: 2n })
    await settle(addDays(START, 30))

    const paid = (await Promise.all(positions.map(readCurrentPosition))).map(
      ({ returnPaid }) => returnPaid,
    )
    expect(paid.reduce((sum, cents) => sum + cents, 0n)).toBe(2n)
    expect(await rows('select count(*)::int as payouts from payout')).toEqual([{ payouts: 2 }])
  })
})

describe('what the member asked for at maturity', () => {
  test('the principal is reinvested in the version on offer that day', async () => {
    const position = await createMemberPosition(200_000n, 'reinvest_principal')
    setClock(addDays(START, 10))

    const later = await createPublishedPlan(testApp.app, { targetBps: 300, termDays: 60 })
    await settle(addDays(START, 30))

    const [reinvestedPosition] = await listMemberPositions(
      testApp.app.db,
      position.memberId,
      addDays(START, 30),
    )
    expect(reinvestedPosition).toMatchObject({
      origin: 'reinvested',
      planVersionId: later.id,
      principal: 200_000n,
      status: 'open',
      termDays: 60,
      openedOn: addDays(START, 30),
      atMaturity: 'reinvest_principal',
      depositId: null,
    })

    expect(await getMemberBalances(testApp.app.db, position.memberId)).toMatchObject({
      cash: 200_000n,
      principal: 200_000n,
    })

    const reference = 'select transfer_type from ledger.journal where reference ='
    expect(await rows(`${reference} '${reinvestedPosition?.id}'`)).toEqual([
      { transfer_type: 'position_opened' },
    ])
    expect(await rows(`${reference} '${position.id}'`)).toEqual([
      { transfer_type: 'principal_redeemed' },
    ])
  })

  test('a payment on the day of maturity grows the new position, as far as the plan takes it', async () => {
    const [small, large] = [
      await createMemberPosition(200_000n, 'reinvest_all'),
      await createMemberPosition(1_000_000n, 'reinvest_all'),
    ]
    await createIncome(testApp.app, { planId: plan.planId, cents: 500_000n })
    await settle(addDays(START, 30))

    expect(await getMemberBalances(testApp.app.db, small.memberId)).toMatchObject({
      principal: 220_000n,
      profit: 0n,
    })

    const [reinvestedPosition] = await listMemberPositions(
      testApp.app.db,
      small.memberId,
      addDays(START, 60),
    )
    expect(reinvestedPosition).toMatchObject({
      principal: 220_000n,
      remaining: 220_000n,
      accrued: 22_000n,
    })
    expect(await getMemberBalances(testApp.app.db, large.memberId)).toMatchObject({
      principal: 1_000_000n,
      profit: 100_000n,
    })
  })

  test('what is paid later stays profit', async () => {
    const position = await createMemberPosition(200_000n, 'reinvest_all')
    await settle(addDays(START, 30))
    setClock(addDays(START, 31))
    await createIncome(testApp.app, { planId: plan.planId, cents: 500_000n })
    await settle(addDays(START, 31))

    expect(await getMemberBalances(testApp.app.db, position.memberId)).toMatchObject({
      principal: 200_000n,
      profit: 20_000n,
    })
  })

  test('a closed plan, or one that takes another amount, gives the principal back and says why', async () => {
    const other = await createPublishedPlan(testApp.app, { name: 'GONE' })
    const [small, gone] = [
      await createMemberPosition(200_000n, 'reinvest_principal'),
      await createMemberPosition(200_000n, 'reinvest_all', other),
    ]

    await createPublishedPlan(testApp.app, { minAmount: 300_000n })
    await rows(
      `update plan set closed_at = now(), closed_by = 'ruth', closed_because = 'a test' where id
        = '${other.planId}'`,
    )
    await settle(addDays(START, 30))

    for (const { memberId } of [small, gone])
      expect(await getMemberBalances(testApp.app.db, memberId)).toMatchObject({
        cash: 400_000n,
        principal: 0n,
      })

    const maturityMails = (await listMail(testApp.app.db, {})).filter(
      ({ template }) => template === 'position-matured',
    )
    expect(maturityMails.map(({ data }) => data.refusal).sort()).toEqual([
      'The plan is closed.',
      'The plan’s minimum is now $3,000.00.',
    ])
  })
})

describe('days', () => {
  test('a year that passes at once settles each day once, leap day included', async () => {
    testApp.app.clock.set('2027-06-01T12:00:00Z')

    const position = await createMemberPosition(500_000n, 'reinvest_principal')
    const days = await settle('2028-06-01')
    expect(days).toBe(countDays('2027-06-01', '2028-06-01') + 1)
    expect(
      await rows(`select count(*)::int as days, count(distinct day)::int as different, count(*)
        filter (where day = '2028-02-29')::int as leap,
      count(ended_at)::int as ended, (max(day) - min(day))::int + 1 as span from settled_day`),
    ).toEqual([{ days, different: days, leap: 1, ended: days, span: days }])

    const all = await listMemberPositions(testApp.app.db, position.memberId, '2028-06-01')
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
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  test('they begin with the first position, and today where there is none', async () => {
    await settle(START)
    expect(await rows('select day::text from settled_day')).toEqual([{ day: START }])
  })

  test('two servers at once settle everything once', async () => {
    const positions = await Promise.all(
      Array.from({ length: 20 }, () => createMemberPosition(100_000n, 'reinvest_all')),
    )
    await createIncome(testApp.app, { planId: plan.planId, cents: 123_456n })
    setClock(addDays(START, 95))

    const answers = await Promise.all(Array.from({ length: 6 }, () => settleDays(testApp.app)))
    expect(answers.filter((days) => days !== null)).not.toEqual([])
    expect(await rows('select count(*)::int as days from settled_day')).toEqual([{ days: 96 }])
    expect(await rows('select sum(cents)::int as paid from payout')).toEqual([{ paid: 123_456 }])

    for (const { memberId } of positions)
      expect(await listMemberPositions(testApp.app.db, memberId, addDays(START, 95))).toHaveLength(
        4,
      )
  })
})
