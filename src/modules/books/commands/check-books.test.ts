import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMemberAccounts } from '#modules/ledger/acts/open-member-accounts.ts'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { findGoodCheck, listChecks } from '../queries.ts'
import { checkBooks } from './check-books.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('the first look is at everything, later ones only at what is new', async () => {
  expect(await checkBooks(house.app)).toMatchObject({ whole: true, uptoSeq: 0n, problems: [] })
  await inTransaction(house.app.db, (tx) => openMemberAccounts(tx, 'mem_checked'))
  await sealJournal(house.app)
  expect(await checkBooks(house.app)).toMatchObject({ whole: false, afterSeq: 0n, problems: [] })
})

test('nothing new and nothing wrong is written down once an hour, not each minute', async () => {
  const before = (await listChecks(house.app.db)).length
  house.app.clock.advance(60_000)
  await checkBooks(house.app)

  expect(await listChecks(house.app.db)).toHaveLength(before)

  house.app.clock.advance(3_600_000)
  await checkBooks(house.app)

  expect(await listChecks(house.app.db)).toHaveLength(before + 1)
  expect((await findGoodCheck(house.app.db))?.startedAt).toEqual(house.app.clock.now())
})

test('of two looks at once one is enough', async () => {
  const client = await house.database.owner.connect()
  await client.query('begin; select from books_turn where not whole for update')

  expect(await checkBooks(house.app)).toBeNull()

  await client.query('rollback')
  client.release()

  expect(await checkBooks(house.app)).not.toBeNull()
})

test('the whole of what a look found is kept as it was', async () => {
  for (const change of [
    'update books_check set problems = $$[]$$',
    'delete from books_check',
    'truncate books_check',
  ])
    await expect(house.database.owner.query(change)).rejects.toThrow('append-only')
})
