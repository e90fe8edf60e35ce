import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatUsd } from '#lib/money.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { chainJournal } from './commands/chain-journal.ts'
import { writeBalanceSnapshots } from './commands/write-balance-snapshots.ts'
import { ACCOUNT_TYPES, TRANSFER_TYPES, toMemberAccountCode } from './model.ts'
import {
  findEntry,
  findJournalHead,
  getBalance,
  getBalances,
  getHistoricalBalance,
  listAccountEntries,
  listAccounts,
  listEntries,
  listPostingRules,
  listStatementLines,
  verifyLedger,
} from './queries.ts'
import { openMemberAccounts } from './steps/open-member-accounts.ts'
import { post } from './steps/post.ts'
import { buildDepositTransfers, createReceipt, transfer } from './testing.ts'

let database: TestDatabase
const CASH = toMemberAccountCode('mem_ann', 'cash')
const PRINCIPAL = toMemberAccountCode('mem_ann', 'principal')
const COIN = 'custody:hot:BTC'

const deposit = (event: string, units: bigint, cents: bigint) =>
  runInTransaction(database.db, async (tx) =>
    post(
      tx,
      buildDepositTransfers(
        event,
        'mem_ann',
        'BTC',
        units,
        cents,
        await createReceipt(tx, 'BTC', units, event),
      ),
    ),
  )

beforeAll(async () => {
  database = await testDatabase()
  await runInTransaction(database.db, (tx) => openMemberAccounts(tx, 'mem_ann'))
  await deposit('d1', 100n, 5000n)
  await runInTransaction(database.db, (tx) =>
    post(tx, [transfer('d1/open', 'position_opened', CASH, PRINCIPAL, 4000n)]),
  )
})
afterAll(async () => database.close())

test('Balances include unchained rows, and custody balances are negative.', async () => {
  expect(await getBalances(database.db, [COIN, CASH, PRINCIPAL, 'equity'])).toEqual([
    -100n,
    1000n,
    4000n,
    0n,
  ])

  await expect(getBalance(database.db, 'member:mem_nobody:cash')).rejects.toThrow('is open')
})

test('Entries are listed by account, type, reference and event, newest first, in pages.', async () => {
  const rows = await listAccountEntries(database.db, CASH)
  expect(rows.map(({ other, change, balance }) => ({ other, change, balance }))).toEqual([
    { other: PRINCIPAL, change: -4000n, balance: 1000n },
    { other: 'exchange:USD', change: 5000n, balance: 5000n },
  ])

  expect(
    await listEntries(database.db, { account: CASH, before: rows[0]?.journalId ?? 0n }),
  ).toHaveLength(1)
  expect(
    await listEntries(database.db, { reference: 'd1', transferType: 'deposit_confirmed' }),
  ).toHaveLength(2)
  expect(await findEntry(database.db, 'd1/cash')).toMatchObject({ credit: CASH, amount: 5000n })
  expect(await findEntry(database.db, 'd2/cash')).toBeNull()
})

test('Chained rows have numbers, and past balances are read by number or time.', async () => {
  expect(await listStatementLines(database.db, CASH)).toEqual([])
  expect(await chainJournal(database)).toBe(3n)
  expect(await chainJournal(database)).toBe(0n)
  expect(await findJournalHead(database.db)).toMatchObject({ block: 1n, seq: 3n })
  expect((await listEntries(database.db)).map((row) => row.seq)).toEqual([3n, 2n, 1n])

  const listBalances = (account: string) =>
    Promise.all([0n, 1n, 2n, 3n].map((n) => getHistoricalBalance(database.db, account, n)))
  expect(await listBalances(COIN)).toEqual([0n, -100n, -100n, -100n])
  expect(await listBalances(CASH)).toEqual([0n, 0n, 5000n, 1000n])
  expect(await getHistoricalBalance(database.db, CASH, new Date('2100-01-01'))).toBe(1000n)
  expect(await getHistoricalBalance(database.db, CASH, new Date('2000-01-01'))).toBe(0n)
})

test('A statement shows the balance after each row from any starting number.', async () => {
  expect((await listStatementLines(database.db, CASH)).map((line) => line.balance)).toEqual([
    5000n,
    1000n,
  ])

  await deposit('d3', 9n, 50n)
  await chainJournal(database)

  expect((await listStatementLines(database.db, COIN, 1n)).map((line) => line.balance)).toEqual([
    -109n,
  ])
  expect((await listStatementLines(database.db, COIN, 0n, 3n)).map((line) => line.balance)).toEqual(
    [-100n],
  )
})

test('A balance snapshot does not change any balance.', async () => {
  await writeBalanceSnapshots(database)
  expect(await getHistoricalBalance(database.db, COIN, 5n)).toBe(-109n)
  expect(await verifyLedger(database.db)).toEqual([])
})

test('Accounts are listed by owner.', async () => {
  const accounts = await listAccounts(database.db, { owner: 'mem_ann' })
  expect(accounts.map((account) => account.accountType)).toEqual([
    'member_cash',
    'member_hold_cash',
    'member_hold_profit',
    'member_principal',
    'member_profit',
  ])

  expect(
    (await listAccounts(database.db, { accountType: 'custody' })).map((a) => a.code),
  ).toContain(COIN)
})

test('The posting rules in the database use exactly the types of the model.', async () => {
  const rules = await listPostingRules(database.db)
  expect(new Set(rules.map((rule) => rule.transferType))).toEqual(new Set(TRANSFER_TYPES))

  const used = new Set(rules.flatMap((rule) => [rule.debit, rule.credit]))
  expect(used).toEqual(new Set(Object.keys(ACCOUNT_TYPES)))

  const types = await database.owner.query('select name, non_negative from ledger.account_type')
  expect(Object.fromEntries(types.rows.map((row) => [row.name, row.non_negative]))).toEqual(
    ACCOUNT_TYPES,
  )
})

test('No posting rule leads from a member or the exchange to plan income.', async () => {
  const toIncome = (await listPostingRules(database.db)).filter(
    (rule) => rule.credit === 'plan_income',
  )
  expect(
    toIncome.map(({ transferType, debit, withCustody, needsReceipt }) => [
      transferType,
      debit,
      withCustody || needsReceipt,
    ]),
  ).toEqual([
    ['income_recorded', 'custody', true],
    ['income_recorded', 'exchange', true],
  ])
})

test('Every movement from outside needs a receipt.', async () => {
  const rules = await listPostingRules(database.db)
  const incoming = [
    'deposit_confirmed',
    'income_recorded',
    'capital_paid_in',
    'converted',
    'suspense_received',
    'assets_returned',
  ]

  for (const rule of rules)
    expect(rule.needsReceipt, `${rule.transferType} from ${rule.debit}`).toBe(
      incoming.includes(rule.transferType) && rule.debit === 'custody',
    )
})

test('docs/movements.md lists exactly the movements that exist.', async () => {
  const mark = (yes: boolean) => (yes ? 'yes' : '')
  const formatApproval = (from: bigint | null) =>
    from === null ? '' : from === 0n ? 'yes' : `from ${formatUsd(from)}`
  const rows = (await listPostingRules(database.db)).map(
    (rule) =>
      '| ' +
      [
        rule.transferType,
        rule.debit,
        rule.credit,
        mark(rule.sameOwner),
        mark(rule.needsReceipt),
        mark(rule.withCustody),
        mark(rule.needsReason),
        formatApproval(rule.approvalFrom) + (rule.daily ? ', and from that sum in 24 hours' : ''),
      ].join(' | ') +
      ' |',
  )

  await expect(`${MOVEMENTS}${rows.toSorted().join('\n')}\n`).toMatchFileSnapshot(
    '../../../docs/movements.md',
  )
})

const MOVEMENT_COLUMNS =
  '| transfer type | from (debit) | to (credit) ' +
  '| same owner | receipt | custody leg | reason | approval |'

const MOVEMENTS = `# Every way money can move

The database rejects a movement that is not listed here, regardless of the caller. A test writes
this page from the table \`ledger.posting_rule\` and fails when they differ. To update it, run
\`npx vitest run src/modules/ledger/queries.test.ts -u\`.

No movement leads from a member or from a deposit to \`plan_income\`: returns are paid from income,
and income needs an unused receipt of money from outside. The ledger can't detect the operator's own
assets recorded as a plan's income; the evidence, the second admin, reconciliation and the open
books address that.

- **Same owner**: both accounts belong to the same member.
- **Receipt**: the leg names a receipt of equal currency and amount; a receipt is used once.
- **Custody leg**: posted only together with a leg of the same transfer type and reference that
  moves crypto, bank money or suspense.
- **Reason**: rejected without one.
- **Approval**: rejected without the approval of exactly these transfers by another admin than the
  proposer. With a sum in 24 hours, what was posted without an approval counts together.

${MOVEMENT_COLUMNS}
|---|---|---|---|---|---|---|---|
`
