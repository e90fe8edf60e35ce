import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { post } from '../acts/post.ts'
import { verifyLedger } from '../queries.ts'
import { arrived, transfer } from '../testing.ts'
import { sealJournal } from './seal-journal.ts'
import { writeCheckpoints } from './write-checkpoints.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.close())

test('checkpoints note what is sealed, once for each account without a limit, and agree with the rows', async () => {
  await writeCheckpoints(database)
  await inTransaction(database.db, async (tx) => {
    const receipt = await arrived(tx, 'USD', 70n)
    await post(tx, [transfer('c1', 'capital_paid_in', 'custody:bank:USD', 'equity', 70n, { receipt })])
  })
  await sealJournal(database)
  await writeCheckpoints(database)
  await writeCheckpoints(database)
  const noted = await database.owner.query(
    "select c.balance from ledger.checkpoint c join ledger.account a on a.id = c.account where a.code = 'custody:bank:USD'",
  )
  expect(noted.rows).toEqual([{ balance: '-70' }])
  expect(await verifyLedger(database.db)).toEqual([])
})
