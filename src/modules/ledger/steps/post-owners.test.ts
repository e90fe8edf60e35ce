import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { type AccountCode, type TransferType, toMemberAccountCode } from '../model.ts'
import { getMemberBalances, listPostingRules, verifyLedger } from '../queries.ts'
import { approveIfNeeded, createReceipt, transfer } from '../testing.ts'
import { openMemberAccounts } from './open-member-accounts.ts'
import { post } from './post.ts'

let database: TestDatabase

/** Every movement between two sub-accounts of members. */
const MEMBER_MOVEMENTS: [TransferType, from: string, to: string][] = [
  ['position_opened', 'cash', 'principal'],
  ['position_opened', 'profit', 'principal'],
  ['principal_redeemed', 'principal', 'cash'],
  ['withdrawal_held', 'cash', 'hold_cash'],
  ['withdrawal_held', 'profit', 'hold_profit'],
  ['withdrawal_released', 'hold_cash', 'cash'],
  ['withdrawal_released', 'hold_profit', 'profit'],
]

const account = (member: string, subAccount: string): AccountCode =>
  `member:mem_${member}:${subAccount}`

beforeAll(async () => {
  database = await testDatabase()
  await runInTransaction(database.db, async (tx) => {
    await openMemberAccounts(tx, 'mem_ann')
    await openMemberAccounts(tx, 'mem_bob')
    const receipt = await createReceipt(tx, 'USD', 90_000n)
    const list = [
      transfer('fund', 'deposit_confirmed', 'custody:bank:USD', account('ann', 'cash'), 90_000n, {
        receipt,
      }),
    ]
    await post(tx, await approveIfNeeded(tx, list))
  })
})
afterAll(async () => {
  expect(await verifyLedger(database.db), 'the ledger verifies after all tests').toEqual([])
  await database.close()
})

test('Movements between two member accounts require the same owner; no other does.', async () => {
  const rules = await listPostingRules(database.db)
  const owned = rules.filter(({ sameOwner }) => sameOwner)
  expect(
    owned.map(({ transferType, debit, credit }) => [
      transferType,
      debit.replace('member_', ''),
      credit.replace('member_', ''),
    ]),
  ).toEqual(MEMBER_MOVEMENTS)
})

test.each(MEMBER_MOVEMENTS)(
  'A member’s money never becomes another member’s: %s from %s to %s.',
  async (transferType, from, to) => {
    const steal = (owner: string) =>
      runInTransaction(database.db, (tx) =>
        post(tx, [
          transfer(
            `steal/${transferType}/${from}/${owner}`,
            transferType,
            account('ann', from),
            account(owner, to),
            1n,
          ),
        ]),
      )
    const before = await getMemberBalances(database.db, 'mem_bob')

    await expect(steal('bob')).rejects.toMatchObject({ code: 'LG018' })
    expect(await getMemberBalances(database.db, 'mem_bob')).toEqual(before)
  },
)

test('A list with one leg to another member posts nothing.', async () => {
  const list = [
    transfer('mixed/1', 'withdrawal_held', account('ann', 'cash'), account('ann', 'hold_cash'), 5n),
    transfer('mixed/2', 'withdrawal_held', account('ann', 'cash'), account('bob', 'hold_cash'), 5n),
  ]
  await expect(runInTransaction(database.db, (tx) => post(tx, list))).rejects.toMatchObject({
    code: 'LG018',
  })
  expect(await getMemberBalances(database.db, 'mem_ann')).toMatchObject({ cash: 90_000n })
})

test('An account of a member belongs to the member whom its code names.', async () => {
  const open = (code: string, owner: string | null) =>
    database.pool.query('select ledger.open_account($1, $2, $3, $4)', [
      code,
      'member_cash',
      'USD',
      owner,
    ])
  const code = toMemberAccountCode('mem_cy', 'cash')
  const refused = { constraint: 'owner_is_in_code' }

  await expect(open(code, 'mem_ann')).rejects.toMatchObject(refused)
  await expect(open(code, null)).rejects.toMatchObject(refused)
  await open(code, 'mem_cy')
})
