import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import { getBalance, listEntries } from '#modules/ledger/queries.ts'
import { openCustodyAccount } from '#modules/ledger/steps/open-custody-account.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { transfer } from '#modules/ledger/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { TestDatabase } from '../support/database.ts'
import {
  count,
  describeProblems,
  ledgerUnderLoad,
  member,
  postDeposit,
  rewrite,
} from '../support/ledger-load.ts'
import { pickScale } from '../support/scale.ts'

const CLIENTS = 32
const EVENTS = pickScale(12, 200)
const PATIENCE = pickScale(180_000, 600_000)
const CASH = toMemberAccountCode(member(1), 'cash')
const HOLD = toMemberAccountCode(member(1), 'hold_cash')

/** Those who wait for a table of this database. */
const WAITING =
  'pg_locks l join pg_database d on d.oid = l.database where not granted and datname = ' +
  'current_database()'

/**
 * Moving custody takes two admins; here it stands for a movement that touches no non-negative account at
 * all.
 */
const withoutApproval = async (owner: pg.Pool) => {
  await owner.query(`alter table ledger.approval_rule disable trigger append_only;
    delete from ledger.approval_rule where transfer_type = 'custody_moved';
    update ledger.posting_rule set approval_from = null where transfer_type = 'custody_moved'`)
}

let database: TestDatabase

beforeAll(async () => {
  database = await ledgerUnderLoad(withoutApproval)
  await runInTransaction(database.db, async (tx) => {
    await openCustodyAccount(tx, 'cold', 'BTC')
    await openCustodyAccount(tx, 'old', 'BTC')
    await postDeposit(tx, 'ground', member(1), 1_000_000n)
  })
}, 120_000)
afterAll(async () => {
  expect(await describeProblems(database)).toBe('')
  await database.close()
})

/**
 * What each of many clients is answered when all send the same at once: 'posted', 'replay' or a
 * code.
 */
const postConcurrently = (listOf: (client: number) => Transfer[], db = database.db) =>
  Promise.all(
    Array.from({ length: CLIENTS }, (_, client) =>
      runInTransaction(db, (tx) => post(tx, listOf(client))).then(
        (rows) => (rows.every((row) => row.replay) ? 'replay' : 'posted'),
        (error) => error.code as string,
      ),
    ),
  )

const countAnswers = (answers: string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, (a) => a)).map(([k, v]) => [k, v?.length]),
  )

test(
  'the same event from 32 clients at once posts once, and the others are answered with its rows',
  async () => {
    for (let i = 0; i < EVENTS; i++) {
      const list = [transfer(`same/${i}`, 'withdrawal_held', CASH, HOLD, 5n)]
      expect(countAnswers(await postConcurrently(() => list))).toEqual({
        posted: 1,
        replay: CLIENTS - 1,
      })
    }
    expect(await getBalance(database.db, HOLD)).toBe(5n * BigInt(EVENTS))
  },
  PATIENCE,
)

test(
  'an event posts once where no account has a limit, and no client waits for a lock',
  async () => {
    for (let i = 0; i < EVENTS; i++) {
      const list = [
        transfer(`free/${i}`, 'custody_moved', 'custody:hot:BTC', 'custody:cold:BTC', 5n),
      ]
      expect(countAnswers(await postConcurrently(() => list))).toEqual({
        posted: 1,
        replay: CLIENTS - 1,
      })
    }

    expect(await getBalance(database.db, 'custody:cold:BTC')).toBe(5n * BigInt(EVENTS))
  },
  PATIENCE,
)

test('one event with 32 different amounts posts one and refuses the others', async () => {
  const list = (client: number) => [
    transfer('clash', 'withdrawal_held', CASH, HOLD, BigInt(client + 1)),
  ]
  expect(countAnswers(await postConcurrently(list))).toEqual({
    posted: 1,
    event_conflict: CLIENTS - 1,
  })
  expect(await listEntries(database.db, { reference: 'clash' })).toHaveLength(1)
})

test('a receipt that 32 clients use at once for different events goes to one', async () => {
  const { rows } = await database.pool.query(
    "select ledger.record_receipt('rcp_wanted', 'simulated', 'wanted', 0, 'BTC', 9, now(), " +
      "'test') as id",
  )

  const list = (client: number) => [
    transfer(`want/${client}`, 'suspense_received', 'custody:hot:BTC', 'suspense:BTC', 9n, {
      receipt: rows[0].id,
    }),
  ]

  expect(countAnswers(await postConcurrently(list))).toEqual({
    posted: 1,
    receipt_used: CLIENTS - 1,
  })
})

test('what is spent by 32 clients at once never exceeds the balance', async () => {
  const [cash, hold] = [
    toMemberAccountCode(member(2), 'cash'),
    toMemberAccountCode(member(2), 'hold_cash'),
  ]
  await runInTransaction(database.db, (tx) => postDeposit(tx, 'few', member(2), 100n))

  const answers = await postConcurrently((client) => [
    transfer(`spend/${client}`, 'withdrawal_held', cash, hold, 30n),
  ])
  expect(countAnswers(answers)).toEqual({ posted: 3, insufficient_funds: CLIENTS - 3 })
  expect(await getBalance(database.db, cash)).toBe(10n)
})

test('a post that waits for an account to be closed is refused, also without a limit', async () => {
  const closer = await database.owner.connect()
  await closer.query('begin')
  await closer.query(
    "select ledger.close_account(id) from ledger.accounts where code = 'custody:old:BTC'",
  )

  const list = [transfer('late', 'custody_moved', 'custody:hot:BTC', 'custody:old:BTC', 5n)]
  const waiting = runInTransaction(database.db, (tx) => post(tx, list)).then(
    () => 'posted',
    (error) => error.code,
  )

  await expect.poll(() => count(database, WAITING)).toBeGreaterThan(0)

  await closer.query('commit')
  closer.release()

  expect(await waiting).toBe('account_closed')
})

test('an account is not closed over a post that is still open', async () => {
  await runInTransaction(database.db, (tx) => openCustodyAccount(tx, 'busy', 'BTC'))

  const { db, owner } = database
  const closing = await runInTransaction(db, async (tx) => {
    await post(tx, [transfer('busy', 'custody_moved', 'custody:hot:BTC', 'custody:busy:BTC', 5n)])

    const answer = owner
      .query("select ledger.close_account(id) from ledger.accounts where code = 'custody:busy:BTC'")
      .then(
        () => 'closed',
        (error) => error.code,
      )

    await expect.poll(() => count(database, WAITING)).toBeGreaterThan(0)

    return { answer }
  })

  expect(await closing.answer).toBe('LG002')
})

test('these tests would notice a ledger without unique ids', async () => {
  const variant = await ledgerUnderLoad(async (owner) => {
    await withoutApproval(owner)
    await owner.query('alter table ledger.journal drop constraint journal_idempotency_key_key')
    await rewrite(owner, 'ledger.post', [[' on conflict (idempotency_key) do nothing', '']])
    await rewrite(owner, 'ledger.post_list', [
      [' on conflict (idempotency_key) do nothing', ''],
      ['  if list is null then', '  perform pg_sleep(0.05);\n  if list is null then'],
    ])
  })

  await runInTransaction(variant.db, (tx) => openCustodyAccount(tx, 'cold', 'BTC'))

  const list = [transfer('free', 'custody_moved', 'custody:hot:BTC', 'custody:cold:BTC', 5n)]
  await postConcurrently(() => list, variant.db)

  expect(await count(variant, 'ledger.journal')).toBeGreaterThan(1)

  await variant.close()
}, 120_000)
