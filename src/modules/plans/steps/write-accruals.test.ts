import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#lib/dates.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { pickScale } from '../../../../tests/support/scale.ts'
import { computeAccrued } from '../model.ts'
import { listRedeemedParts } from '../queries.ts'
import { createPublishedPlan } from '../testing.ts'
import { computeAccrualTotals, writeAccruals } from './write-accruals.ts'

const START = '2027-12-01'
const DAYS = 200

let testApp: TestApp
const planIds: string[] = []

beforeAll(async () => {
  testApp = await createTestApp({ at: `${START}T12:00:00Z` })

  for (const name of ['A', 'B', 'C']) {
    const { id, planId } = await createPublishedPlan(testApp.app, { name })
    planIds.push(planId)
    await somePositions(planId, id)
  }
})
afterAll(() => testApp.close())

/**
 * Of every size and term, with parts taken, given back and lost on any day; written past every
 * command, for speed.
 */
async function somePositions(planId: string, versionId: string) {
  const { owner } = testApp.database
  const many = pickScale(300, 3_000)

  await owner.query('select setseed(0.4242)')
  await owner.query(`insert into position (id, member_id, plan_id, plan_version_id, origin,
    deposit_id, principal_cents, remaining_cents,
      target_bps, term_days, opened_on, matures_on, status, at_maturity)
    select 'pos_' || '${planId}' || n, 'mem_' || n, '${planId}', '${versionId}', 'deposit',
    'dep_' || '${planId}' || n, cents, cents, bps, term, day, day + term, 'open', 'to_balance'
    from (select n, (random() * 10 ^ (random() * 12))::bigint + 3 as cents, (random() * 10 ^
    (random() * 6))::int as bps, (random() * 600)::int + 1 as term,
      '${START}'::date + (random() * 150)::int as day from generate_series(1, ${many}) n) drawn`)

  const part = (
    every: number,
  ) => `select o.id, (o.principal_cents / 3)::bigint as cents, o.opened_on + (random() *
    100)::int as day, row_number() over () as n
    from position o where o.plan_id = '${planId}' and o.principal_cents > 9 and random() < 1.0 /
    ${every}`

  await owner.query(
    `insert into position_redemption select 'red_${planId}' || n, id, 'wdr_${planId}' || n,
      cents, day, case when n % 3 = 0 then day end from (${part(3)}) p`,
  )

  await owner.query(
    `insert into plan_loss select 'los_${planId}', '${planId}', 1, '${START}', '${START}',
      'a test', 'k', 'application/pdf', repeat('0', 64), '${planId}', '${START}', now()`,
  )

  // Their days are drawn: a loss of one day, or within each term, would test less here.
  await owner.query('alter table position_loss disable trigger refuse_loss_after_term')
  await owner.query(
    `insert into position_loss select 'los_${planId}', id, cents, day from (${part(4)}) p`,
  )
  await owner.query('alter table position_loss enable trigger refuse_loss_after_term')
  await owner.query(`update position o set remaining_cents = principal_cents - t.cents from
    (select position_id, sum(amount_cents) as cents from (
      select position_id, amount_cents from position_redemption where restored_on is null union
      all select position_id, amount_cents from position_loss) p
    group by position_id) t where t.position_id = o.id and o.plan_id = '${planId}'`)

  await owner.query(`update position set matured_on = '${START}', return_due = 40,
    remaining_cents = 0, status = 'matured'
    where id in (select id from position where plan_id = '${planId}' order by id limit 9)`)
}

/** The same by the model, position by position. */
async function byModel(planId: string, day: Day) {
  const { rows } = await testApp.database.owner.query(
    `select *, opened_on::text as opened, remaining_cents::text as remaining from position where
      plan_id = $1 and matured_on is null and opened_on <= $2`,
    [planId, day],
  )

  const parts = await listRedeemedParts(
    testApp.app.db,
    rows.map(({ id }) => id),
  )
  let [principal, accrued] = [0n, 0n]

  for (const row of rows) {
    const taken = parts.get(row.id) ?? []
    const remaining = BigInt(row.remaining)
    const position = {
      remaining,
      targetBps: row.target_bps,
      termDays: row.term_days,
      openedOn: row.opened,
    }

    accrued += computeAccrued(position, taken, day)
    principal += taken.reduce((sum, { amount, on }) => (on > day ? sum + amount : sum), remaining)
  }

  return { plan_id: planId, day, positions: BigInt(rows.length), principal, accrued, due: 360n }
}

test('the totals in SQL are those of the model, to the cent, whatever was taken, given back or lost', async () => {
  for (const count of [0, 1, 17, 31, 90, 150, DAYS, 900]) {
    const day = addDays(START, count)
    const expected = await Promise.all([...planIds].sort().map((planId) => byModel(planId, day)))
    expect(await computeAccrualTotals(testApp.app.db, day, day), day).toEqual(expected)
  }
})

test('many days at once are the same as each alone', async () => {
  const last = addDays(START, 60)
  const together = await computeAccrualTotals(testApp.app.db, START, last)
  const alone = []

  for (let day = START; day <= last; day = addDays(day, 1))
    alone.push(...(await computeAccrualTotals(testApp.app.db, day, day)))
  expect(together).toEqual(alone)
})

test('the totals of a day are written once', async () => {
  const write = () =>
    testApp.app.db
      .transaction()
      .execute((tx) => writeAccruals(tx, START, addDays(START, 9), new Date(0)))

  const listAccrualRuns = async () =>
    (await testApp.database.owner.query('select * from accrual_run order by day, plan_id')).rows
  await write()

  const first = await listAccrualRuns()
  expect(first).toHaveLength(30)

  await testApp.database.owner.query('update position set target_bps = target_bps + 1')
  await write()

  expect(await listAccrualRuns()).toEqual(first)
})
