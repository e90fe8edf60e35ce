import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { openMemberAccounts } from '../acts/open-member-accounts.ts'
import { post } from '../acts/post.ts'
import { balanceOf, verifyLedger } from '../queries.ts'
import { arrived, depositOf } from '../testing.ts'
import { sealJournal } from './seal-journal.ts'
import { writeCheckpoints } from './write-checkpoints.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await inTransaction(database.db, (tx) => openMemberAccounts(tx, 'mem_checked'))
})
afterAll(() => database.close())

const deposit = (event: string) =>
  inTransaction(database.db, async (tx) => {
    const receipt = await arrived(tx, 'BTC', 100n)
    await post(tx, depositOf(event, 'mem_checked', 'BTC', 100n, 5_000n, receipt))
  })
const checkpoints = async () =>
  Number((await database.owner.query('select count(*) from ledger.checkpoint')).rows[0].count)

test('Nothing is noted before anything is sealed', async () => {
  await deposit('check/1')
  await writeCheckpoints(database)
  expect(await checkpoints()).toBe(0)
})

test('A balance reads the same before a checkpoint, after it, and with rows that came later', async () => {
  await sealJournal(database)

  const before = await balanceOf(database.db, 'custody:hot:BTC')
  await writeCheckpoints(database)

  expect(await checkpoints()).toBeGreaterThan(0)
  expect(await balanceOf(database.db, 'custody:hot:BTC')).toBe(before)

  await deposit('check/2')
  expect(await balanceOf(database.db, 'custody:hot:BTC')).toBe(before - 100n)
  expect(await verifyLedger(database.db)).toEqual([])
})

test('Noting twice changes nothing', async () => {
  const once = await checkpoints()
  await writeCheckpoints(database)
  expect(await checkpoints()).toBe(once)
})
