import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { findReceipt, listReceipts } from '../queries.ts'
import { createReceipt, transfer } from '../testing.ts'
import { post } from './post.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.close())

const record = (currency: 'BTC' | 'USD', amount: bigint, reference: string) =>
  runInTransaction(database.db, (tx) => createReceipt(tx, currency, amount, reference))

test('Recording an output twice, also concurrently, creates one receipt.', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => record('BTC', 5n, 'same')))
  expect(new Set(ids).size).toBe(1)
  expect(await findReceipt(database.db, ids[0] ?? '')).toMatchObject({
    amount: 5n,
    consumedBy: null,
  })
})

test('An output with another amount is rejected, and the first receipt stays.', async () => {
  const id = await record('BTC', 5n, 'changed')
  await expect(record('BTC', 6n, 'changed')).rejects.toMatchObject({
    code: 'receipt_conflict',
    status: 409,
  })
  expect(await findReceipt(database.db, id)).toMatchObject({ amount: 5n })
})

test('A receipt names the transfer that consumed it.', async () => {
  const id = await record('USD', 9n, 'used')
  const [row] = await runInTransaction(database.db, (tx) =>
    post(tx, [
      transfer('used', 'suspense_received', 'custody:bank:USD', 'suspense:USD', 9n, {
        receipt: id,
      }),
    ]),
  )

  expect(await findReceipt(database.db, id)).toMatchObject({ consumedBy: row?.idempotencyHash })
  expect(
    (await listReceipts(database.db, { open: true })).map((receipt) => receipt.id),
  ).not.toContain(id)
})
