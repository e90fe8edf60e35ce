import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { type Transfer, toMemberAccountCode } from '../model.ts'
import { getMemberBalances, verifyLedger } from '../queries.ts'
import { approveIfNeeded, buildDepositTransfers, createReceipt, transfer } from '../testing.ts'
import { openCustodyAccount } from './open-custody-account.ts'
import { openMemberAccounts } from './open-member-accounts.ts'
import { post } from './post.ts'

let database: TestDatabase

const ann = (subAccount: Parameters<typeof toMemberAccountCode>[1]) =>
  toMemberAccountCode('mem_ann', subAccount)
const postTransfer = (single: Transfer) => runInTransaction(database.db, (tx) => post(tx, [single]))
const getPostOutcome = async (single: Transfer) =>
  await postTransfer(single).then(
    () => 'posted',
    (error) => error.code as string,
  )

const hold = (event: string, amount: bigint, overrides: Partial<Transfer> = {}) =>
  transfer(event, 'withdrawal_held', ann('cash'), ann('hold_cash'), amount, overrides)
const release = (event: string, amount: bigint) =>
  transfer(event, 'withdrawal_released', ann('hold_cash'), ann('cash'), amount)
const pay = (event: string, amount: bigint, custody = 'custody:bank:USD') =>
  transfer(event, 'withdrawal_paid', ann('hold_cash'), custody, amount)

const close = (code: string) =>
  database.owner.query('select ledger.close_account(id) from ledger.accounts where code = $1', [
    code,
  ])
const getAnn = () => getMemberBalances(database.db, 'mem_ann')

beforeAll(async () => {
  database = await testDatabase()
  await runInTransaction(database.db, async (tx) => {
    await openMemberAccounts(tx, 'mem_ann')
    await openCustodyAccount(tx, 'old_bank', 'USD')
    const receipt = await createReceipt(tx, 'BTC', 100n)
    await post(tx, buildDepositTransfers('d1', 'mem_ann', 'BTC', 100n, 1000n, receipt))

    const paid = await createReceipt(tx, 'USD', 50n)
    const capital = transfer('capital', 'capital_paid_in', 'custody:bank:USD', 'equity', 50n, {
      receipt: paid,
    })
    await post(tx, await approveIfNeeded(tx, [capital]))
  })
  await postTransfer(hold('ground', 400n))
})
afterAll(async () => {
  expect(await verifyLedger(database.db), 'the ledger verifies after all tests').toEqual([])
  await database.close()
})

test('A single transfer returns both balances, in either order of the codes.', async () => {
  expect(await postTransfer(hold('either/1', 10n))).toMatchObject([
    { debitBalance: 590n, creditBalance: 410n, replay: false },
  ])
  expect(await postTransfer(release('either/2', 10n))).toMatchObject([
    { debitBalance: 400n, creditBalance: 600n, replay: false },
  ])
  expect(await getAnn()).toMatchObject({ cash: 600n, holdCash: 400n })
})

test('A single transfer to an account that stores no balance changes only the other.', async () => {
  expect(await postTransfer(pay('paid', 1n))).toMatchObject([
    { debitBalance: 399n, creditBalance: null },
  ])
})

test('A single transfer posted again returns its row and moves nothing.', async () => {
  const [row] = await postTransfer(hold('again', 5n))
  const before = await getAnn()

  expect(await postTransfer(hold('again', 5n))).toEqual([{ ...row, replay: true }])
  expect(await getPostOutcome(hold('again', 6n))).toBe('event_conflict')
  expect(await getAnn()).toEqual(before)
})

test('A single transfer posted again with nothing left to cover it is a replay.', async () => {
  const all = hold('all', (await getAnn()).cash)
  await postTransfer(all)

  expect(await postTransfer(all)).toMatchObject([{ replay: true }])
  await postTransfer(release('all/back', all.amount))
})

test('A rejected single transfer says why and moves nothing.', async () => {
  const before = await getAnn()
  const rejected: [Transfer, string][] = [
    [hold('r1', 10_000n), 'insufficient_funds'],
    [release('r2', 10_000n), 'insufficient_funds'],
    [hold('r3', 0n), 'LG004'],
    [hold('r4', -1n), 'LG004'],
    [{ ...hold('r5', 1n), credit: ann('cash') }, 'LG004'],
    [{ ...hold('r6', 1n), credit: 'member:mem_none:hold_cash' }, 'LG003'],
    [{ ...hold('r7', 1n), transferType: 'withdrawal_paid' }, 'LG007'],
    [pay('r8', 1n, 'custody:hot:BTC'), 'LG006'],
    [pay('r9', 1n, 'exchange:USD'), 'LG010'],
    [transfer('r10', 'promotion_funded', 'equity', 'promotion', 1n), 'approval_needed'],
  ]

  for (const [single, code] of rejected) expect(await getPostOutcome(single)).toBe(code)

  expect(await getAnn()).toEqual(before)
})

test('A single transfer from or to a closed account is rejected.', async () => {
  await runInTransaction(database.db, (tx) => openMemberAccounts(tx, 'mem_gone'))
  await close(toMemberAccountCode('mem_gone', 'hold_cash'))
  await close('custody:old_bank:USD')

  expect(await getPostOutcome(pay('c1', 1n, 'custody:old_bank:USD'))).toBe('account_closed')
  expect(
    await getPostOutcome(
      transfer(
        'c2',
        'withdrawal_held',
        toMemberAccountCode('mem_gone', 'cash'),
        toMemberAccountCode('mem_gone', 'hold_cash'),
        1n,
      ),
    ),
  ).toBe('account_closed')
})
