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

test('the first look is at everything, later ones only at what is new', async () => {
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

test('nothing new and nothing wrong is written down once an hour, not each minute', async () => {
  const before = (await listChecks(testApp.app.db)).length
  testApp.app.clock.advance(60_000)
  await checkIntegrity(testApp.app)

  expect(await listChecks(testApp.app.db)).toHaveLength(before)

  testApp.app.clock.advance(3_600_000)
  await checkIntegrity(testApp.app)

  expect(await listChecks(testApp.app.db)).toHaveLength(before + 1)
  expect((await findGoodCheck(testApp.app.db))?.startedAt).toEqual(testApp.app.clock.now())
})

test('of two looks at once one is enough', async () => {
  const client = await testApp.database.owner.connect()
  await client.query('begin; select from books_turn where not whole for update')

  expect(await checkIntegrity(testApp.app)).toBeNull()

  await client.query('rollback')
  client.release()

  expect(await checkIntegrity(testApp.app)).not.toBeNull()
})

test('the whole of what a look found is kept as it was', async () => {
  for (const change of [
    'update books_check set problems = $$[]$$',
    'delete from books_check',
    'truncate books_check',
  ])
    await expect(testApp.database.owner.query(change)).rejects.toThrow('append-only')
})
