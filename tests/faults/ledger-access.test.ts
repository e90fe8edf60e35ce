import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { writeBalanceSnapshots } from '#modules/ledger/commands/write-balance-snapshots.ts'
import { toMemberAccountCode } from '#modules/ledger/model.ts'
import { findFreeze, getBalance, verifyLedger } from '#modules/ledger/queries.ts'
import { openMemberAccounts } from '#modules/ledger/steps/open-member-accounts.ts'
import { openPlanAccounts } from '#modules/ledger/steps/open-plan-accounts.ts'
import { post } from '#modules/ledger/steps/post.ts'
import {
  approveTransfers,
  buildDepositTransfers,
  createReceipt,
  transfer,
} from '#modules/ledger/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { forgeSignature } from '../support/forged-signature.ts'

let database: TestDatabase
const CASH = toMemberAccountCode('mem_ann', 'cash')
const HOLD = toMemberAccountCode('mem_ann', 'hold_cash')

beforeAll(async () => {
  database = await testDatabase()
  await runInTransaction(database.db, async (tx) => {
    await openMemberAccounts(tx, 'mem_ann')
    await openPlanAccounts(tx, 'pln_1')
    await post(
      tx,
      buildDepositTransfers(
        'd1',
        'mem_ann',
        'BTC',
        100n,
        5000n,
        await createReceipt(tx, 'BTC', 100n),
      ),
    )
  })

  await chainJournal(database)
  await writeBalanceSnapshots(database)
})
afterAll(async () => {
  expect(await verifyLedger(database.db), 'the books verify after every test').toEqual([])
  await database.close()
})

const getErrorCode = async (run: Promise<unknown>) =>
  await run.then(
    () => 'allowed',
    (error) => error.code as string,
  )

describe("the application's role", () => {
  test.each([
    'select * from ledger.account',
    'select * from ledger.journal',
    'insert into ledger.journal default values',
    'insert into ledger.receipt default values',
    'update ledger.account set balance = 1',
    'update ledger.accounts set balance = 1',
    'delete from ledger.entries',
    "insert into ledger.posting_rules values ('adjusted', 'custody', 'equity')",
    "insert into ledger.posting_rule values ('adjusted', 'custody', 'equity')",
    'update ledger.journal set amount = 1',
    'delete from ledger.journal',
    'truncate ledger.journal',
    'update ledger.posting_rule set approval_from = null',
    'update ledger.state set frozen = false',
    'insert into ledger.ledger_unfreeze values (1, 1, now())',
    'insert into approvals.decision default values',
    'insert into approvals.proposal default values',
    'delete from approvals.decision',
    'alter table ledger.journal disable trigger all',
    'set session_replication_role = replica',
    'create table ledger.t ()',
    'create schema mine',
    'select ledger.sum_movement(1, 0, 1)',
    'create function ledger.x() returns int language sql return 1',
  ])('may not: %s', async (command) => {
    expect(await getErrorCode(database.pool.query(command))).toBe('42501')
  })

  test('owns nothing and is no member of the role that does', async () => {
    const { rows } = await database.owner.query(
      "select pg_has_role('candor_app', 'ledger_owner', 'member') as member, (select " +
        "count(*) from pg_class where relowner = 'candor_app'::regrole) as owned",
    )
    expect(rows).toEqual([{ member: false, owned: '0' }])
  })

  test('reads the views and asks for balances', async () => {
    for (const view of [
      'accounts',
      'entries',
      'receipts',
      'posting_rules',
      'trial_balance',
      'chain_block',
    ])
      expect(
        (await database.pool.query(`select * from ledger.${view} limit 1`)).rowCount,
        view,
      ).toBe(1)
  })
})

describe('even the owner of the tables', () => {
  test.each([
    'update ledger.journal set amount = 1',
    'delete from ledger.journal',
    'truncate ledger.journal',
    'update ledger.receipt set amount = 1',
    'delete from ledger.receipt',
    'delete from ledger.account',
    'truncate ledger.account cascade',
    "update ledger.account set account_type = 'custody'",
    "update ledger.account set code = 'custody:x:BTC'",
    'delete from ledger.chain_block',
    'update ledger.chain_run set block = 1',
    'update ledger.balance_snapshot set balance = 1',
    'delete from ledger.state',
  ])('is refused: %s', async (command) => {
    expect(await getErrorCode(database.owner.query(command))).toBe('LG000')
  })

  test('can make no balance of a non-negative account negative', async () => {
    expect(await getErrorCode(database.owner.query('update ledger.account set balance = -1'))).toBe(
      '23514',
    )
  })
})

test('proposals and decisions never change, not even by the owner of the tables', async () => {
  await runInTransaction(database.db, (tx) => approveTransfers(tx, []))

  for (const table of ['proposal', 'decision'])
    for (const change of [
      `update approvals.${table} set content_hash = null`,
      `delete from approvals.${table}`,
      `truncate approvals.${table} cascade`,
    ])
      expect(await getErrorCode(database.owner.query(change)), change).toBe('AP000')
})

test('a frozen ledger only chains, and only an approval of its freeze unfreezes it', async () => {
  const more = (event: string) =>
    runInTransaction(database.db, (tx) =>
      post(tx, [transfer(event, 'withdrawal_held', CASH, HOLD, 1n)]),
    )
  await more('fr1')

  const freeze = (because: string) =>
    database.pool
      .query('select ledger.freeze_ledger($1, $2) as id', [because, '2026-01-01'])
      .then(({ rows }) => rows[0].id)
  const id = await freeze('a row differs')
  expect(await freeze('another too')).toBe(id)
  expect(await findFreeze(database.db)).toMatchObject({ id, because: 'a row differs' })
  expect(await getErrorCode(more('fr2'))).toBe('ledger_frozen')
  expect(await chainJournal(database)).toBeGreaterThan(0n)

  const unfreezeLedger = (approval: string) =>
    getErrorCode(
      database.pool.query('select ledger.unfreeze_ledger($1, $2)', [approval, '2026-01-02']),
    )
  const [other] = await runInTransaction(database.db, (tx) =>
    approveTransfers(tx, [transfer('x', 'withdrawal_held', CASH, HOLD, 1n)]),
  )
  expect(await unfreezeLedger(other?.approval ?? '')).toBe('LG014')

  const proposal = 'prp_0000000000000000000f'
  await database.pool.query(
    `select approvals.propose('${proposal}', 'ledger.unfreeze', 'freeze_${id}', '{}', null,
      'adm_one', 'One', '2026-01-01', '2026-01-02')`,
  )

  expect(await unfreezeLedger(proposal)).toBe('LG014')

  const approve = `do $$ begin
    perform approvals.decide('${proposal}', true, sha256('{}'), 'adm_two', 'Two', '2026-01-01', null);`
  await expect(database.pool.query(`${approve} end $$`), 'unsigned').rejects.toThrow('AP008')
  const signed = forgeSignature(proposal, 'adm_two', '2026-01-01')
  await database.pool.query(`${approve} ${signed} end $$`)
  expect(await unfreezeLedger(proposal)).toBe('allowed')
  expect(await unfreezeLedger(proposal)).toBe('LG016')

  await more('fr2')
  expect(await findFreeze(database.db)).toBeNull()
})

test('an account exists once, with one account type, currency and owner', async () => {
  const open = (...values: unknown[]) =>
    database.pool
      .query('select ledger.open_account($1, $2, $3, $4) as id', values)
      .then((result) => result.rows[0].id)

  expect(await open(CASH, 'member_cash', 'USD', 'mem_ann')).toBe(
    await open(CASH, 'member_cash', 'USD', 'mem_ann'),
  )
  expect(await getErrorCode(open(CASH, 'member_cash', 'USD', 'mem_bob'))).toBe('23514')
  expect(await getErrorCode(open(CASH, 'member_cash', 'BTC', 'mem_ann'))).toBe('LG001')
  expect(await getErrorCode(open('member:mem_x:cash', 'custody', 'USD', 'mem_x'))).toBe('LG001')
  expect(await getErrorCode(open('member:mem_x:cash', 'nothing', 'USD', 'mem_x'))).toBe('LG001')
})

test('an account with money in it is not closed; a closed one takes nothing', async () => {
  const close = (code: string) =>
    database.owner.query('select ledger.close_account(id) from ledger.accounts where code = $1', [
      code,
    ])
  expect(await getErrorCode(close(CASH))).toBe('LG002')

  await runInTransaction(database.db, (tx) => openMemberAccounts(tx, 'mem_gone'))
  await close(toMemberAccountCode('mem_gone', 'cash'))
  await close('custody:hot:ETH')

  const postDepositAfterClosing = (coin: 'BTC' | 'ETH', event: string) =>
    runInTransaction(database.db, async (tx) =>
      post(
        tx,
        buildDepositTransfers(event, 'mem_gone', coin, 1n, 1n, await createReceipt(tx, coin, 1n)),
      ),
    )
  expect(await getErrorCode(postDepositAfterClosing('BTC', 'closing/non-negative'))).toBe(
    'account_closed',
  )
  expect(await getErrorCode(postDepositAfterClosing('ETH', 'late/unlimited'))).toBe(
    'account_closed',
  )
})

test('a refused list does not hold up the others of a call; a second call replays', async () => {
  const buildHold = (event: string, amount: bigint) =>
    transfer(event, 'withdrawal_held', CASH, HOLD, amount)
  const { rows: used } = await database.owner.query(
    'select receipt from ledger.journal where receipt is not null and amount = 100',
  )
  const again = transfer('g5', 'suspense_received', 'custody:hot:BTC', 'suspense:BTC', 100n, {
    receipt: used[0].receipt,
  })
  const groups = [
    [buildHold('g1', 50n)],
    [buildHold('g2', 3000n), buildHold('g3', 3000n)],
    [again],
    [buildHold('g4', 60n)],
  ]
  const call = async (lists: typeof groups) => {
    const json = JSON.stringify(
      lists.map((list) =>
        list.map((leg) => ({
          idempotency_key: `00000000-0000-0000-0000-00000000000${leg.idempotencyKey.slice(1)}`,
          transfer_type: leg.transferType,
          debit: leg.debit,
          credit: leg.credit,
          amount: String(leg.amount),
          effective_date: leg.effectiveDate,
          reference: leg.reference,
          actor: leg.actor,
          receipt: leg.receipt,
        })),
      ),
    )

    const { rows } = await database.owner.query(
      'select verdict from ledger.post_groups($1) order by number',
      [json],
    )
    return rows.map((row) => row.verdict.slice(0, 6).trim())
  }

  expect(await call(groups)).toEqual(['posted', 'LG002', 'LG012', 'posted'])
  expect(await call([groups[0] ?? [], groups[3] ?? []])).toEqual(['replay', 'replay'])
  expect(await getBalance(database.db, HOLD)).toBe(112n)
})
