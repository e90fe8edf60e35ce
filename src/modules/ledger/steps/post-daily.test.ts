import { afterEach, beforeEach, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { EQUITY, FEES, type Transfer, toMemberAccountCode } from '../model.ts'
import { needsApproval, verifyLedger } from '../queries.ts'
import { approveTransfers, createReceipt, transfer } from '../testing.ts'
import { openMemberAccounts } from './open-member-accounts.ts'
import { post } from './post.ts'

let database: TestDatabase

const CASH = toMemberAccountCode('mem_ann', 'cash')
const HOLD = toMemberAccountCode('mem_ann', 'hold_cash')
const reason = 'a test'

beforeEach(async () => {
  database = await testDatabase({ poolSize: 12 })
  await runInTransaction(database.db, async (tx) => {
    await openMemberAccounts(tx, 'mem_ann')
    const [dollars, coin] = [
      await createReceipt(tx, 'USD', 9_000_000n),
      await createReceipt(tx, 'ETH', 9_000_000n),
    ]
    const list = [
      transfer('capital', 'capital_paid_in', 'custody:bank:USD', EQUITY, 9_000_000n, {
        receipt: dollars,
      }),
      transfer('coin', 'capital_paid_in', 'custody:hot:ETH', 'exchange:ETH', 9_000_000n, {
        receipt: coin,
      }),
    ]
    await post(tx, await approveTransfers(tx, list))
  })
})
afterEach(() => database.close())

const adjust = (event: string, amount: bigint, [debit, credit] = [EQUITY, CASH]) =>
  transfer(event, 'adjusted', debit, credit, amount, { reason })
const payGas = (event: string, cents: bigint, payer = EQUITY) => [
  transfer(`${event}/usd`, 'network_fee_paid', payer, 'exchange:USD', cents, { reference: event }),
  transfer(`${event}/coin`, 'network_fee_paid', 'exchange:ETH', 'custody:hot:ETH', 10n, {
    reference: event,
  }),
]
const postList = (list: Transfer[]) =>
  runInTransaction(database.db, (tx) => post(tx, list)).then(
    () => 'posted',
    (error) => error.code as string,
  )
const expectNoProblems = async () => expect(await verifyLedger(database.db)).toEqual([])

/** Shifts the time of posting of all rows, as 24 hours that passed. */
async function passTime(interval: string) {
  const client = await database.owner.connect()
  await client.query('set session_replication_role = replica')
  await client.query('update ledger.journal set posted_at = posted_at - $1::interval', [interval])
  await client.query('reset session_replication_role')
  client.release()
}

test('Small adjustments need an approval once their sum in 24 hours reaches the threshold.', async () => {
  expect(await postList([adjust('a/1', 60_000n)])).toBe('posted')
  expect(await postList([adjust('a/2', 39_999n)])).toBe('posted')
  expect(await postList([adjust('a/3', 1n)])).toBe('approval_needed')
  expect(await postList([adjust('a/4', 1n, [CASH, EQUITY])])).toBe('approval_needed')
  expect(await postList([adjust('a/1', 60_000n)]), 'a replay counts once').toBe('posted')

  await runInTransaction(database.db, async (tx) => {
    expect(await needsApproval(tx, [adjust('a/3', 1n)])).toBe(true)
    await post(tx, await approveTransfers(tx, [adjust('a/3', 200_000n)]))
  })
  await expectNoProblems()

  await passTime('23 hours 59 minutes')
  expect(await postList([adjust('a/5', 1n)])).toBe('approval_needed')
  await passTime('2 minutes')
  expect(await postList([adjust('a/5', 99_999n)])).toBe('posted')
})

test('Network fees from equity or fees need an approval from $100 in 24 hours on.', async () => {
  expect(await postList([adjust('fees', 90_000n)])).toBe('posted')
  await postList([transfer('held', 'withdrawal_held', CASH, HOLD, 90_000n)])
  await postList([transfer('fee', 'fee_charged', HOLD, FEES, 90_000n)])

  expect(await postList(payGas('g/1', 5_000n))).toBe('posted')
  expect(await postList(payGas('g/2', 4_999n, FEES))).toBe('posted')
  expect(await postList(payGas('g/3', 1n))).toBe('approval_needed')
  expect(await postList(payGas('g/4', 1n, FEES))).toBe('approval_needed')
  await expectNoProblems()
})

test('Parallel adjustments don’t pass the threshold together.', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, n) => postList([adjust(`p/${n}`, 60_000n)])),
  )
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'approval_needed')).toHaveLength(9)
})

test('Postings from different accounts wait for each other before they are summed.', async () => {
  await postList([adjust('fees', 90_000n)])
  await postList([transfer('held', 'withdrawal_held', CASH, HOLD, 90_000n)])
  await postList([transfer('fee', 'fee_charged', HOLD, FEES, 90_000n)])

  let other: Promise<string> | undefined
  await runInTransaction(database.db, async (tx) => {
    await post(tx, payGas('w/1', 6_000n))
    other = postList(payGas('w/2', 6_000n, FEES))
    await new Promise((resolve) => setTimeout(resolve, 500))
  })
  expect(await other).toBe('approval_needed')
})

test('A list that names several members is summed as a whole.', async () => {
  await runInTransaction(database.db, (tx) => openMemberAccounts(tx, 'mem_bob'))
  const bob = toMemberAccountCode('mem_bob', 'cash')
  await postList([adjust('b/0', 90_000n)])

  expect(await postList([adjust('b/1', 5_000n), adjust('b/2', 5_000n, [EQUITY, bob])])).toBe(
    'approval_needed',
  )
  expect(await postList([adjust('b/1', 5_000n), adjust('b/2', 4_999n, [EQUITY, bob])])).toBe(
    'posted',
  )
})

test('Rows that reached the sum without an approval are found by the checks.', async () => {
  await postList([adjust('c/1', 60_000n)])
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query(`update ledger.posting_rule set daily = false`)
    await client.query(`select ledger.post(array[row(gen_random_uuid(), 'adjusted', 'equity',
      '${CASH}', 60000, '2026-11-20', 'c', 'adm_1', 'a test', null, null)::ledger.transfer])`)
    await client.query(`update ledger.posting_rule set daily = true
      where transfer_type in ('adjusted', 'network_fee_paid') and approval_from is not null`)

    const { rows } = await client.query('select problem from ledger.check_rows(0)')
    expect(rows).toEqual([{ problem: 'adjusted within 24 hours without an approval' }])
    const verified = await client.query('select detail from ledger.verify_balances()')
    expect(verified.rows).toEqual([{ detail: 'adjusted within 24 hours without an approval' }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
