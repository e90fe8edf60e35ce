import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../../tests/support/database.ts'
import { type Transfer, toMemberAccountCode } from '../model.ts'
import {
  getBalance,
  getBalances,
  getMemberBalances,
  getTrialBalance,
  verifyLedger,
} from '../queries.ts'
import { approveIfNeeded, buildDepositTransfers, createReceipt, transfer } from '../testing.ts'
import { openMemberAccounts } from './open-member-accounts.ts'
import { openPlanAccounts } from './open-plan-accounts.ts'
import { post } from './post.ts'

let database: TestDatabase

const ann = (subAccount: Parameters<typeof toMemberAccountCode>[1]) =>
  toMemberAccountCode('mem_ann', subAccount)
const bob = (subAccount: Parameters<typeof toMemberAccountCode>[1]) =>
  toMemberAccountCode('mem_bob', subAccount)
const INCOME = 'plan:pln_1:income'

const postTransfers = (...list: Transfer[]) =>
  runInTransaction(database.db, async (tx) => post(tx, await approveIfNeeded(tx, list)))
const getPostOutcome = async (...list: Transfer[]) =>
  await postTransfers(...list).then(
    () => 'posted',
    (error) => error.code as string,
  )
const insertReceipt = (currency: 'USD' | 'BTC', amount: bigint, reference?: string) =>
  runInTransaction(database.db, (tx) => createReceipt(tx, currency, amount, reference))
const redeem = (event: string, amount: bigint, overrides: Partial<Transfer> = {}) =>
  transfer(event, 'principal_redeemed', ann('principal'), ann('cash'), amount, overrides)

/** Ann's first deposit: 5,000 cents in principal. */
let first: Transfer[]

beforeAll(async () => {
  database = await testDatabase()
  await runInTransaction(database.db, async (tx) => {
    await openMemberAccounts(tx, 'mem_ann')
    await openMemberAccounts(tx, 'mem_bob')
    await openPlanAccounts(tx, 'pln_1')
  })

  first = [
    ...buildDepositTransfers('d1', 'mem_ann', 'BTC', 100n, 5000n, await insertReceipt('BTC', 100n)),
    transfer('d1/open', 'position_opened', ann('cash'), ann('principal'), 5000n),
  ]

  const rows = await postTransfers(...first)
  expect(rows.map((row) => [row.debitBalance, row.creditBalance, row.replay])).toEqual([
    [null, null, false],
    [null, 5000n, false],
    [0n, 5000n, false],
  ])
})
afterAll(async () => {
  expect(await verifyLedger(database.db), 'the ledger verifies after all tests').toEqual([])
  await database.close()
})

test('Posting a list again returns its rows and posts nothing.', async () => {
  const again = await postTransfers(...first)
  expect(again.map((row) => row.replay)).toEqual([true, true, true])
  expect(again.map((row) => row.creditBalance)).toEqual([null, 5000n, 5000n])
  expect(await getMemberBalances(database.db, 'mem_ann')).toMatchObject({
    cash: 0n,
    principal: 5000n,
  })
})

test('An event with another amount or with additional transfers is rejected.', async () => {
  const other = first.map((leg) =>
    leg.transferType === 'position_opened' ? { ...leg, amount: 5001n } : leg,
  )
  expect(await getPostOutcome(...other)).toBe('event_conflict')

  const [coin, cash, open] = first as [Transfer, Transfer, Transfer]
  expect(await getPostOutcome(coin, { ...cash, amount: 4999n }, open)).toBe('event_conflict')
  expect(await getPostOutcome(...first, redeem('d1/more', 1n))).toBe('event_conflict')
  expect(await getPostOutcome(redeem('d1/before', 1n), ...first)).toBe('event_conflict')
})

test('A list with a repeated event and an empty list are rejected.', async () => {
  expect(await getPostOutcome(redeem('tw', 1n), redeem('tw', 1n))).toBe('LG004')
  expect(await getPostOutcome()).toBe('LG004')
  expect(await getPostOutcome(...first, ...first)).toBe('LG004')
})

test('Returns are paid only out of recorded income.', async () => {
  expect(await getPostOutcome(transfer('p1', 'return_paid', INCOME, ann('profit'), 5n))).toBe(
    'insufficient_funds',
  )
  expect(
    await getPostOutcome(transfer('p2', 'income_recorded', ann('principal'), INCOME, 5n)),
  ).toBe('LG007')
  expect(
    await getPostOutcome(transfer('p3', 'return_paid', ann('principal'), bob('profit'), 5n)),
  ).toBe('LG007')
})

test('A dollar leg from the exchange needs a custody leg of its type and reference.', async () => {
  expect(await getPostOutcome(transfer('p4', 'income_recorded', 'exchange:USD', INCOME, 5n))).toBe(
    'LG010',
  )
  expect(
    await getPostOutcome(transfer('p5', 'deposit_confirmed', 'exchange:USD', ann('cash'), 5n)),
  ).toBe('LG010')

  const receipt = await insertReceipt('BTC', 5n)
  const coin = transfer('p6', 'income_recorded', 'custody:hot:BTC', 'exchange:BTC', 5n, { receipt })
  const dollars = transfer('p7', 'income_recorded', 'exchange:USD', INCOME, 5n, {
    reference: 'other',
  })

  expect(await getPostOutcome(coin, dollars)).toBe('LG010')
})

test('Money from outside needs a receipt of equal currency and amount.', async () => {
  const createCoinTransfer = (event: string, amount: bigint, overrides: Partial<Transfer>) =>
    transfer(event, 'capital_paid_in', 'custody:hot:BTC', 'exchange:BTC', amount, overrides)
  expect(await getPostOutcome(createCoinTransfer('q1', 5n, {}))).toBe('receipt_mismatch')
  expect(await getPostOutcome(createCoinTransfer('q2', 5n, { receipt: 'rcp_unknown' }))).toBe(
    'receipt_mismatch',
  )

  const receipt = await insertReceipt('BTC', 5n)
  expect(await getPostOutcome(createCoinTransfer('q3', 6n, { receipt }))).toBe('receipt_mismatch')
  expect(
    await getPostOutcome(createCoinTransfer('q4', 5n, { receipt: await insertReceipt('USD', 5n) })),
  ).toBe('receipt_mismatch')
  expect(await getPostOutcome(redeem('q5', 5n, { receipt }))).toBe('receipt_mismatch')
})

test('A receipt is consumed once: the coin of a deposit never becomes income.', async () => {
  const receipt = await insertReceipt('BTC', 7n)
  const deposit = buildDepositTransfers('r1', 'mem_bob', 'BTC', 7n, 300n, receipt)
  expect(await getPostOutcome(...deposit)).toBe('posted')

  const income = transfer('r2', 'income_recorded', 'custody:hot:BTC', 'exchange:BTC', 7n, {
    receipt,
  })
  expect(await getPostOutcome(income)).toBe('receipt_used')

  const twice = await insertReceipt('BTC', 3n)
  const leg = (event: string) =>
    transfer(event, 'capital_paid_in', 'custody:hot:BTC', 'exchange:BTC', 3n, { receipt: twice })
  expect(await getPostOutcome(leg('r3'), leg('r4'))).toBe('receipt_used')
  expect(await getPostOutcome(...deposit)).toBe('posted')
})

test('Currencies must match, and a correction needs a reason.', async () => {
  const receipt = await insertReceipt('BTC', 5n)
  const coin = transfer('p8', 'capital_paid_in', 'custody:hot:BTC', 'equity', 5n, { receipt })
  expect(await getPostOutcome(coin)).toBe('LG006')

  const paid = await insertReceipt('BTC', 6n)
  const deposit = buildDepositTransfers('p9a', 'mem_bob', 'BTC', 6n, 300n, paid)
  expect(await getPostOutcome(...deposit)).toBe('posted')

  const correction = transfer(
    'p9',
    'adjusted',
    toMemberAccountCode('mem_bob', 'cash'),
    'equity',
    5n,
  )
  expect(await getPostOutcome(correction)).toBe('LG009')
  expect(await getPostOutcome({ ...correction, reason: '' })).toBe('LG009')
  expect(await getPostOutcome({ ...correction, reason: 'a mistake' })).toBe('posted')
  expect(await getPostOutcome(transfer('pa', 'adjusted', 'equity', 'nobody', 5n))).toBe('LG003')
})

test('An amount is a positive integer and moves between two accounts.', async () => {
  expect(await getPostOutcome(redeem('pb', 0n))).toBe('LG004')
  expect(await getPostOutcome(redeem('pc', -5n))).toBe('LG004')
  expect(await getPostOutcome(redeem('pd', 1.5 as unknown as bigint))).toBe('22P02')
  expect(
    await getPostOutcome(transfer('pz', 'custody_moved', 'custody:hot:BTC', 'custody:hot:BTC', 5n)),
  ).toBe('LG004')
})

test('A row without actor, reference, date or event is rejected.', async () => {
  const whole = redeem('pe', 1n)
  for (const field of ['actor', 'reference', 'effectiveDate'] as const)
    expect(
      await getPostOutcome({ ...whole, [field]: undefined } as unknown as Transfer),
      field,
    ).toBe('23502')

  expect(await getPostOutcome({ ...whole, actor: '' })).toBe('23514')
})

test('A list posts as a whole, and no row spends money that a later row brings.', async () => {
  const open = transfer('pf', 'position_opened', ann('cash'), ann('principal'), 5n)
  expect(await getPostOutcome(open, redeem('pg', 5n))).toBe('insufficient_funds')
  const hold = transfer('pi', 'withdrawal_held', ann('cash'), ann('hold_cash'), 6n)
  expect(await getPostOutcome(redeem('ph', 5n), hold)).toBe('insufficient_funds')
  expect(await getBalances(database.db, [ann('principal'), ann('cash')])).toEqual([5000n, 0n])
})

test('One list can record income and pay it as returns.', async () => {
  const receipt = await insertReceipt('BTC', 9n)
  const rows = await postTransfers(
    transfer('i1', 'income_recorded', 'custody:hot:BTC', 'exchange:BTC', 9n, { receipt }),
    transfer('i2', 'income_recorded', 'exchange:USD', INCOME, 300n, { reference: 'i1' }),
    transfer('i3', 'return_paid', INCOME, ann('profit'), 200n),
    transfer('i4', 'return_paid', INCOME, bob('profit'), 100n),
  )

  expect(rows.map((row) => row.debitBalance)).toEqual([null, null, 100n, 0n])
  expect(await getBalance(database.db, INCOME)).toBe(0n)
})

test('Unmatched money in suspense goes to a member or back, never to income.', async () => {
  const receipt = await insertReceipt('BTC', 40n)
  await postTransfers(
    transfer('s1', 'suspense_received', 'custody:hot:BTC', 'suspense:BTC', 40n, { receipt }),
  )

  const createMatchedTransfers = (event: string, cash: string) => [
    transfer(`${event}/coin`, 'suspense_matched', 'suspense:BTC', 'exchange:BTC', 30n, {
      reference: event,
    }),
    transfer(`${event}/cash`, 'suspense_matched', 'exchange:USD', cash, 900n, { reference: event }),
  ]

  expect(await getPostOutcome(...createMatchedTransfers('s2', INCOME))).toBe('LG007')
  expect(await getPostOutcome(...createMatchedTransfers('s3', bob('cash')))).toBe('posted')
  expect(
    await getPostOutcome(transfer('s4', 'suspense_matched', 'exchange:USD', bob('cash'), 1n)),
  ).toBe('LG010')

  const back = transfer('s5', 'suspense_refunded', 'suspense:BTC', 'custody:hot:BTC', 11n, {
    reason: 'wrong',
  })
  expect(await getPostOutcome(back)).toBe('insufficient_funds')
  expect(await getPostOutcome({ ...back, idempotencyKey: 's6', amount: 10n })).toBe('posted')
})

test('A hold taken from profit is released to profit.', async () => {
  await postTransfers(transfer('h1', 'withdrawal_held', ann('profit'), ann('hold_profit'), 20n))
  expect(
    await getPostOutcome(
      transfer('h2', 'withdrawal_released', ann('hold_profit'), ann('cash'), 20n),
    ),
  ).toBe('LG007')
  expect(
    await getPostOutcome(
      transfer('h3', 'withdrawal_released', ann('hold_profit'), ann('profit'), 20n),
    ),
  ).toBe('posted')
})

test('Placed plan assets return with a receipt or are written off.', async () => {
  await postTransfers(
    transfer('a0', 'capital_paid_in', 'custody:bank:USD', 'equity', 900n, {
      receipt: await insertReceipt('USD', 900n),
    }),
  )

  await postTransfers(
    transfer('a0/income', 'income_recorded', 'custody:bank:USD', 'plan:pln_1:income', 600n, {
      receipt: await insertReceipt('USD', 600n),
    }),
  )
  await postTransfers(
    transfer('a1', 'assets_placed', 'plan:pln_1:assets', 'custody:bank:USD', 600n),
  )

  const back = transfer('a2', 'assets_returned', 'custody:bank:USD', 'plan:pln_1:assets', 500n)
  expect(await getPostOutcome(back)).toBe('receipt_mismatch')

  await postTransfers({ ...back, receipt: await insertReceipt('USD', 500n) })
  await postTransfers(
    transfer('a3', 'assets_lost', 'equity', 'plan:pln_1:assets', 100n, { reason: 'written off' }),
  )

  expect(await getBalance(database.db, 'plan:pln_1:assets')).toBe(0n)
})

test('Quotes, backslashes, commas and braces in texts are stored unchanged.', async () => {
  const odd = 'a "b" \\ c, (d) {e} \u{1F600}'
  await postTransfers(redeem('odd', 1n, { reason: odd, reference: odd }))

  const row = await database.owner.query(
    'select reason, reference from ledger.journal where reference = $1',
    [odd],
  )
  expect(row.rows).toEqual([{ reason: odd, reference: odd }])
})

test('Each currency sums to zero over all accounts.', async () => {
  const totals = (await getTrialBalance(database.db)).filter((line) => line.accountType === null)
  expect(totals.map((line) => line.balance)).toEqual(totals.map(() => 0n))
})

test('Coin leaves custody only together with a dollar leg.', async () => {
  const coin = transfer('cl1', 'network_fee_paid', 'exchange:BTC', 'custody:hot:BTC', 5n)
  expect(await getPostOutcome(coin)).toBe('LG010')
})

test('An invalid date is rejected, and a transaction id has one spelling.', async () => {
  expect(await getPostOutcome(redeem('day', 1n, { effectiveDate: 'infinity' }))).toBe('23514')
  expect(await getPostOutcome(redeem('day', 1n, { effectiveDate: '1999-12-31' }))).toBe('23514')

  const record = (reference: string) =>
    database.pool
      .query("select ledger.record_receipt('rcp_spelt', 'BTC', $1, 0, 'BTC', 9, now(), 'test')", [
        reference,
      ])
      .then(
        () => 'recorded',
        (error) => error.code,
      )

  for (const reference of ['ABCD', ' abcd', 'abcd '])
    expect(await record(reference), reference).toBe('23514')
})
