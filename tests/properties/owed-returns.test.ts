import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'

/** What fell due of each position, and what was paid of it. */
const RETURNS = {
  pos_full: [100, 100],
  pos_part: [100, 30],
  pos_none: [50, 0],
  pos_nothing: [0, 0],
} as const

let database: TestDatabase
let client: pg.Client

/**
 * Positions whose returns fell due as maturity does it, and were paid in part as a distribution
 * does it.
 */
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  // their plan and deposits don't exist
  await client.query('set session_replication_role = replica')

  for (const id of Object.keys(RETURNS))
    await client.query(
      `insert into position (id, member_id, plan_id, plan_version_id, origin, deposit_id,
        principal_cents, remaining_cents, target_bps, term_days,
        opened_on, matures_on, status, at_maturity, matured_on)
      values ($1, 'mem_a', 'pln_a', 'plv_a', 'deposit', 'dep_' || $1, 1000, 0, 1000, 30,
        '2026-10-01', '2026-10-31', 'matured', 'to_balance', '2026-10-31')`,
      [id],
    )

  await client.query('set session_replication_role = origin')

  for (const [id, [due, paid]] of Object.entries(RETURNS)) {
    await client.query('update position set return_due = $2 where id = $1', [id, due])
    if (paid === 0) continue

    await client.query("insert into payout values ('dst_a', $1, $2)", [id, paid])
    await client.query('delete from owed_return where position_id = $1 and cents = $2', [id, paid])
    await client.query('update owed_return set cents = cents - $2 where position_id = $1', [
      id,
      paid,
    ])
  }
}, 180_000)
afterAll(async () => {
  await client.end()
  await database.close()
})

const rows = async (text: string) => (await client.query(text)).rows
const listOwedReturns = async () =>
  (await rows('select position_id, cents from owed_return order by 1')).map((row) =>
    Object.values(row),
  )

test('what fell due and was not paid is owed, to the cent', async () => {
  expect(await listOwedReturns()).toEqual([
    ['pos_none', '50'],
    ['pos_part', '70'],
  ])
  expect(await rows("select * from check_payouts(null) where problem like '%owed%'")).toEqual([])
})

test('what falls due later is owed at once, and what fell due is never taken back', async () => {
  await client.query(
    "update position set return_due = return_due + 20 where id in ('pos_full', 'pos_part')",
  )
  expect(await listOwedReturns()).toEqual([
    ['pos_full', '20'],
    ['pos_none', '50'],
    ['pos_part', '90'],
  ])

  const lowered = client.query(
    "update position set return_due = return_due - 1 where id = 'pos_none'",
  )
  await expect(lowered).rejects.toMatchObject({
    code: '23514',
    constraint: 'owed_return_cents_check',
  })
})

test('the application lowers what is owed and takes it away, and never writes it', async () => {
  await client.query('begin; set local role candor_app')
  await client.query("delete from owed_return where position_id = 'pos_none'")

  const invented = client.query(
    "insert into owed_return values ('pos_none', 'mem_a', 'pln_a', '2026-10-31', 1)",
  )
  await expect(invented).rejects.toMatchObject({ code: '42501' })

  await client.query('rollback')
})
