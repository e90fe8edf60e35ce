import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { getBalance, verifyLedger } from '../queries.ts'
import { openMemberAccounts } from '../steps/open-member-accounts.ts'
import { post } from '../steps/post.ts'
import { buildDepositTransfers, createReceipt } from '../testing.ts'
import { chainJournal } from './chain-journal.ts'
import { writeBalanceSnapshots } from './write-balance-snapshots.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await runInTransaction(database.db, (tx) => openMemberAccounts(tx, 'mem_checked'))
})
afterAll(() => database.close())

const deposit = (event: string) =>
  runInTransaction(database.db, async (tx) => {
    const receipt = await createReceipt(tx, 'BTC', 100n)
    await post(tx, buildDepositTransfers(event, 'mem_checked', 'BTC', 100n, 5_000n, receipt))
  })
const countBalanceSnapshots = async () =>
  Number((await database.owner.query('select count(*) from ledger.balance_snapshot')).rows[0].count)

test('No snapshot is written before a row is chained.', async () => {
  await deposit('check/1')
  await writeBalanceSnapshots(database)
  expect(await countBalanceSnapshots()).toBe(0)
})

test('A snapshot does not change a balance, and later rows are added to it.', async () => {
  await chainJournal(database)

  const before = await getBalance(database.db, 'custody:hot:BTC')
  await writeBalanceSnapshots(database)

  expect(await countBalanceSnapshots()).toBeGreaterThan(0)
  expect(await getBalance(database.db, 'custody:hot:BTC')).toBe(before)

  await deposit('check/2')
  expect(await getBalance(database.db, 'custody:hot:BTC')).toBe(before - 100n)
  expect(await verifyLedger(database.db)).toEqual([])
})

test('A second run without new rows writes no snapshot.', async () => {
  const once = await countBalanceSnapshots()
  await writeBalanceSnapshots(database)
  expect(await countBalanceSnapshots()).toBe(once)
})
