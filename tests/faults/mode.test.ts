import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { listPostingRules } from '#modules/ledger/queries.ts'
import { createReceipt } from '#modules/ledger/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openApp } from '../../src/app.ts'
import { seedSandbox } from '../../src/seed.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { lockServerRoles, restampMode } from '../support/database.ts'
import { PROJECT } from '../support/launcher.ts'

type Mode = 'sandbox' | 'live'

let testApp: TestApp
let unlockRoles: () => Promise<void>
beforeAll(async () => {
  unlockRoles = await lockServerRoles()
})
afterAll(() => unlockRoles())
beforeEach(async () => {
  testApp = await createTestApp()
  await restampMode(testApp.database, null)
})
afterEach(() => testApp.close())

const migrateAs = (mode: Mode) => migrate(testApp.database.ownerUrl, join(PROJECT, 'db'), mode)
const openAs = async (MODE: Mode) => {
  const DATABASE_URL = testApp.database.ownerUrl
  const SMTP_URL = 'smtp://127.0.0.1:9'
  const { close } = await openApp({ ...testApp.app.config, MODE, DATABASE_URL, SMTP_URL })
  await close()
}
const getThresholds = async () =>
  (await listPostingRules(testApp.app.db))
    .filter(({ transferType }) => ['adjusted', 'suspense_matched'].includes(transferType))
    .map(({ approvalFrom }) => approvalFrom)
/** Everything that a process could have written: row counts of all tables, and the posting rules. */
const readState = async () => {
  const { owner, db } = { ...testApp.database, db: testApp.app.db }
  const { rows } = await owner.query<{ name: string; inserted: string }>(
    `select table_schema || '.' || table_name as name, (xpath('/row/n/text()',
      query_to_xml(format('select count(*) as n from %I.%I', table_schema, table_name), false, true, '')))[1]::text
      as inserted
     from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'ledger', 'approvals')
     order by 1`,
  )
  return { rows, rules: await listPostingRules(db) }
}

describe.each([
  ['sandbox', 'live'],
  ['live', 'sandbox'],
] as [Mode, Mode][])('a database of %s', (mode, other) => {
  test(`starts as ${mode}, and a process of ${other} refuses before any write`, async () => {
    await migrateAs(mode)
    await openAs(mode)
    const before = await readState()

    const refusal = `The database was made for MODE=${mode}, and this process runs with MODE=${other}`
    await expect(openAs(other)).rejects.toThrow(refusal)
    await expect(migrateAs(other)).rejects.toThrow(refusal)

    expect(await readState()).toEqual(before)
  })

  test('stays in its mode: neither the application nor the owner changes the row', async () => {
    await migrateAs(mode)
    const { pool, owner } = testApp.database

    for (const change of [
      `update mode set name = '${other}'`,
      'delete from mode',
      `insert into mode values (false, '${other}', now())`,
    ]) {
      await expect(pool.query(change), change).rejects.toMatchObject({ code: '42501' })
      await expect(owner.query(change), change).rejects.toThrow(/append-only|check constraint/)
    }
    await expect(owner.query('truncate mode')).rejects.toThrow('append-only')
  })
})

test('a database without a mode is refused until it is migrated', async () => {
  await expect(openAs('sandbox')).rejects.toThrow('The database has no mode yet')
  await migrateAs('sandbox')
  await openAs('sandbox')
})

test('the database itself holds the rules of live', async () => {
  await migrateAs('live')
  expect(new Set(await getThresholds())).toEqual(new Set([0n]))

  await expect(
    testApp.app.db.transaction().execute((tx) => createReceipt(tx, 'USD', 5n)),
  ).rejects.toMatchObject({ code: 'LG019' })
  await expect(createPublishedPlan(testApp.app, { sample: true })).rejects.toThrow('live database')
  await expect(
    testApp.database.pool.query('update business_clock set offset_days = 1'),
  ).rejects.toThrow('live database')
})

test('the sandbox has its own rules', async () => {
  await migrateAs('sandbox')
  expect(new Set(await getThresholds())).toEqual(new Set([100_000n, null]))
  await testApp.app.db.transaction().execute((tx) => createReceipt(tx, 'USD', 5n))
  await testApp.database.pool.query('update business_clock set offset_days = 1')
})

test('a sandbox with people of its own is given no sample people', async () => {
  await createTestAdmin(testApp.app, { role: 'owner' })
  expect(await seedSandbox(testApp.app)).toEqual([
    'The sandbox has people of its own: no sample people were added.',
  ])
  const { rows } = await testApp.database.owner.query('select from member')
  expect(rows).toHaveLength(0)
})
