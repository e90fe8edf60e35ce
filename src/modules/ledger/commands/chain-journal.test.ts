import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { findJournalHead, listEntries, verifyLedger } from '../queries.ts'
import { openMemberAccounts } from '../steps/open-member-accounts.ts'
import { post } from '../steps/post.ts'
import { buildDepositTransfers, createReceipt } from '../testing.ts'
import { chainJournal } from './chain-journal.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await runInTransaction(database.db, (tx) => openMemberAccounts(tx, 'mem_chained'))
})
afterAll(() => database.close())

const deposit = (event: string) =>
  runInTransaction(database.db, async (tx) => {
    const receipt = await createReceipt(tx, 'BTC', 100n)
    await post(tx, buildDepositTransfers(event, 'mem_chained', 'BTC', 100n, 5_000n, receipt))
  })

test('Chaining numbers every committed row once and without gaps.', async () => {
  await deposit('chain/1')
  await deposit('chain/2')

  expect(await chainJournal(database)).toBe(4n)
  expect(await chainJournal(database)).toBe(0n)
  expect((await findJournalHead(database.db))?.seq).toBe(4n)
  expect(await verifyLedger(database.db)).toEqual([])
})

test('Two concurrent chaining runs number every row once.', async () => {
  for (let i = 0; i < 10; i++) await deposit(`chain/both/${i}`)
  const counts = await Promise.all([chainJournal(database), chainJournal(database)])
  expect(counts[0] + counts[1]).toBe(20n)
  expect(await verifyLedger(database.db)).toEqual([])
})

test('Chaining does not wait for an open transaction and includes it after its commit.', async () => {
  await database.db.transaction().execute(async (tx) => {
    const receipt = await createReceipt(tx, 'BTC', 100n)
    await post(tx, buildDepositTransfers('chain/open', 'mem_chained', 'BTC', 100n, 5_000n, receipt))
    expect(await chainJournal(database)).toBe(0n)
  })

  expect(await chainJournal(database)).toBe(2n)
  expect((await listEntries(database.db, { reference: 'chain/open' })).length).toBe(2)
  expect(await verifyLedger(database.db)).toEqual([])
})

test('The gap of a rolled-back transaction is removed.', async () => {
  const gone = database.db.transaction().execute(async (tx) => {
    const receipt = await createReceipt(tx, 'BTC', 100n)
    await post(tx, buildDepositTransfers('chain/gone', 'mem_chained', 'BTC', 100n, 5_000n, receipt))
    throw new Error('changed my mind')
  })

  await expect(gone).rejects.toThrow('changed my mind')

  await deposit('chain/after')
  expect(await chainJournal(database)).toBe(2n)

  const gaps = async () => {
    await chainJournal(database)
    return (await database.owner.query('select from ledger.chain_gap')).rowCount
  }
  // The gap is removed after every older transaction of the server has ended.
  await expect.poll(gaps, { timeout: 50_000 }).toBe(0)
})
