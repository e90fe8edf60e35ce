import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { openMemberAccounts } from '../acts/open-member-accounts.ts'
import { post } from '../acts/post.ts'
import { listEntries, verifyLedger } from '../queries.ts'
import { arrived, depositOf } from '../testing.ts'
import { sealJournal } from './seal-journal.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await inTransaction(database.db, (tx) => openMemberAccounts(tx, 'mem_ann'))
})
afterAll(async () => database.close())

const deposit = (event: string) =>
  inTransaction(database.db, async (tx) =>
    post(tx, depositOf(event, 'mem_ann', 'BTC', 1n, 5n, await arrived(tx, 'BTC', 1n))),
  )

test('sealing leaves nothing unsealed, and sealers beside each other seal each row once', async () => {
  for (let i = 0; i < 10; i++) await deposit(`d${i}`)
  const sealed = await Promise.all([sealJournal(database), sealJournal(database), sealJournal(database)])
  expect(sealed.reduce((sum, count) => sum + count)).toBe(20n)
  expect((await listEntries(database.db, { limit: 100 })).map((row) => row.seq)).not.toContain(null)
  expect(await verifyLedger(database.db)).toEqual([])
})

test('a number drawn by a transaction that was rolled back is forgotten', async () => {
  const gone = inTransaction(database.db, async (tx) => {
    await post(tx, depositOf('gone', 'mem_ann', 'BTC', 1n, 5n, await arrived(tx, 'BTC', 1n)))
    throw new Error('changed my mind')
  })
  await expect(gone).rejects.toThrow('changed my mind')
  await deposit('after')
  expect(await sealJournal(database)).toBe(2n)
  expect(await sealJournal(database)).toBe(0n)
  expect((await database.owner.query('select from ledger.seal_gap')).rowCount).toBe(0)
})
