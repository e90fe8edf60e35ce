import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { memberAccount, type Transfer } from '../model.ts'
import { balanceOf, listEntries, memberBalances, verifyLedger } from '../queries.ts'
import { arrived, depositOf, transfer } from '../testing.ts'
import { openMemberAccounts } from './open-member-accounts.ts'
import { post } from './post.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.close())

const posted = (list: Transfer[]) => inTransaction(database.db, (tx) => post(tx, list))

async function newMember() {
  const id = newId('mem')
  await inTransaction(database.db, (tx) => openMemberAccounts(tx, id))
  return id
}

test('a deposit moves coin into custody, owes the member dollars, and happens once', async () => {
  const member = await newMember()
  const receipt = await inTransaction(database.db, (tx) => arrived(tx, 'BTC', 100n))
  const list = [
    ...depositOf('d1', member, 'BTC', 100n, 5000n, receipt),
    transfer(
      'd1/open',
      'position_opened',
      memberAccount(member, 'cash'),
      memberAccount(member, 'principal'),
      5000n,
    ),
  ]
  expect((await posted(list)).map((row) => [row.debitBalance, row.creditBalance])).toEqual([
    [null, null],
    [null, 5000n],
    [0n, 5000n],
  ])
  expect((await posted(list)).map((row) => row.replay)).toEqual([true, true, true])
  expect(await memberBalances(database.db, member)).toMatchObject({ cash: 0n, principal: 5000n })
  expect(await balanceOf(database.db, 'custody:hot:BTC')).toBe(-100n)
  expect(await listEntries(database.db, { reference: 'd1' })).toHaveLength(2)
  expect(await verifyLedger(database.db)).toEqual([])
})
