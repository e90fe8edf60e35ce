import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { databaseUrl } from '../support/global-setup.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const NAME = `candor_owed_${randomBytes(4).toString('hex')}`
/**
 * What was due and what was paid of it, by position, before the table of what is owed was there.
 */
const BEFORE = {
  pos_full: [100, 100],
  pos_part: [100, 30],
  pos_none: [50, 0],
  pos_nothing: [0, 0],
} as const

let admin: pg.Client
let client: pg.Client

/** A database as it was before, with returns that are owed: then the migrations that came since. */
beforeAll(async () => {
  const url = databaseUrl(inject('adminUrl'), NAME)
  admin = await connectClient(inject('adminUrl'))
  await admin.query(`create database ${NAME}`)

  const before = await mkdtemp(join(tmpdir(), 'candor-before-'))
  await cp(MIGRATIONS, before, {
    recursive: true,
    filter: (path) => path === MIGRATIONS || basename(path) < '033',
  })
  await migrate(url, before)
  await rm(before, { recursive: true })
  client = await connectClient(url)
  await client.query('set session_replication_role = replica')

  for (const [id, [due, paid]] of Object.entries(BEFORE)) {
    await client.query(
      `insert into position (id, member_id, plan_id, plan_version_id, origin, deposit_id,
        principal_cents, remaining_cents, target_bps, term_days,
        opened_on, matures_on, status, at_maturity, matured_on, return_due, return_paid)
      values ($1, 'mem_a', 'pln_a', 'plv_a', 'deposit', 'dep_' || $1, 1000, 0, 1000, 30,
      '2026-10-01', '2026-10-31', 'matured', 'to_balance', '2026-10-31', $2, $3)`,
      [id, due, paid],
    )

    if (paid > 0) await client.query("insert into payout values ('dst_a', $1, $2)", [id, paid])
  }

  await client.query('set session_replication_role = origin')
  await migrate(url, MIGRATIONS)
}, 60_000)
afterAll(async () => {
  await client.end()
  await admin.query(`drop database ${NAME} with (force)`)
  await admin.end()
})

async function connectClient(connectionString: string) {
  const opened = new pg.Client({ connectionString })
  await opened.connect()
  return opened
}
const rows = async (text: string) => (await client.query(text)).rows
const listOwedReturns = async () =>
  (await rows('select position_id, cents from owed_return order by 1')).map((row) =>
    Object.values(row),
  )

test('what was due before and not paid is owed, to the cent', async () => {
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
