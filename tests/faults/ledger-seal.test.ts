import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealJournal } from '#modules/ledger/commands/seal-journal.ts'
import { findEntry } from '#modules/ledger/queries.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { TestDatabase } from '../support/database.ts'
import { count, ledgerUnderLoad, member, postDeposit, problemsOf } from '../support/ledger-load.ts'
import { scaled } from '../support/scale.ts'

const DEPOSITS = scaled(60, 1000)
let database: TestDatabase

beforeAll(async () => {
  database = await ledgerUnderLoad()
}, 60_000)
afterAll(async () => {
  expect(await problemsOf(database)).toBe('')
  await database.close()
})

test(
  'a transaction that stays open holds up its own rows and nobody else, and is sealed last',
  async () => {
    await inTransaction(database.db, async (tx) => {
      await postDeposit(tx, 'open', member(1), 5n)
      let waiting = 0
      for (let i = 0; i < DEPOSITS; i++) {
        await inTransaction(database.db, (other) => postDeposit(other, `d${i}`, member(2 + (i % 20)), 5n))
        await sealJournal(database)
        waiting = Math.max(waiting, await count(database, 'ledger.unsealed_journal'))
      }
      expect(waiting).toBe(0)
    })
    await sealJournal(database)
    expect((await findEntry(database.db, 'open/coin'))?.seq).toBe(BigInt(2 * DEPOSITS + 1))
  },
  scaled(60_000, 900_000),
)

test('sealing is refused where the transaction has written before, since its snapshot would be too old', async () => {
  const late = inTransaction(database.db, async (tx) => {
    await postDeposit(tx, 'late', member(1), 5n)
    await sealJournal({ db: tx })
  })
  await expect(late).rejects.toThrow('must come first')
})
