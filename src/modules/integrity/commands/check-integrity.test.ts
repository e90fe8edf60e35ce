import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findGoodCheck, listChecks } from '../queries.ts'
import { checkIntegrity } from './check-integrity.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('The first check covers the whole ledger, later ones only new rows.', async () => {
  expect(await checkIntegrity(testApp.app)).toMatchObject({
    whole: true,
    uptoSeq: 0n,
    problems: [],
  })
  await runInTransaction(testApp.app.db, (tx) => openMemberAccounts(tx, 'mem_checked'))
  await chainJournal(testApp.app)
  expect(await checkIntegrity(testApp.app)).toMatchObject({
    whole: false,
    afterSeq: 0n,
    problems: [],
  })
})

test('A check without news is stored once an hour.', async () => {
  const before = (await listChecks(testApp.app.db)).length
  testApp.app.clock.advance(60_000)
  await checkIntegrity(testApp.app)

  expect(await listChecks(testApp.app.db)).toHaveLength(before)

  testApp.app.clock.advance(3_600_000)
  await checkIntegrity(testApp.app)

  expect(await listChecks(testApp.app.db)).toHaveLength(before + 1)
  expect((await findGoodCheck(testApp.app.db))?.startedAt).toEqual(testApp.app.clock.now())
})

test('Of two concurrent checks only one runs.', async () => {
  const client = await testApp.database.owner.connect()
  await client.query('begin; select from check_lock where not whole for update')

  expect(await checkIntegrity(testApp.app)).toBeNull()

  await client.query('rollback')
  client.release()

  expect(await checkIntegrity(testApp.app)).not.toBeNull()
})

test('A stored check can’t be changed or deleted.', async () => {
  for (const change of [
    'update integrity_check set problems = $$[]$$',
    'delete from integrity_check',
    'truncate integrity_check',
  ])
    await expect(testApp.database.owner.query(change)).rejects.toThrow('append-only')
})

test('A check that finds a problem writes it to the log.', async () => {
  const { app, database } = testApp
  const client = await database.owner.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query("update ledger.account set balance = balance + 1 where code = 'equity'")
  await client.query('commit')
  client.release()

  const logged: unknown[] = []
  const error = (facts: unknown) => logged.push(facts)
  const check = await checkIntegrity(
    { ...app, log: Object.assign(Object.create(app.log), { error }) },
    { whole: true },
  )

  expect(logged).toEqual([{ problems: check?.problems, whole: true }])
  expect(check?.problems).toMatchObject([{ invariant: 2 }])
})
