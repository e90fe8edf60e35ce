import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainJournal } from '#modules/ledger/commands/chain-journal.ts'
import { writeBalanceSnapshots } from '#modules/ledger/commands/write-balance-snapshots.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, createReceipt, transfer } from '#modules/ledger/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { TestDatabase } from '../support/database.ts'
import {
  count,
  describeProblems,
  hammer,
  ledgerUnderLoad,
  member,
  postDeposit,
} from '../support/ledger-load.ts'

let database: TestDatabase
/** A chained row in the middle, and a number that a rollback left free. */
let journalId: number
let hole: number

beforeAll(async () => {
  database = await ledgerUnderLoad()

  const gone = runInTransaction(database.db, async (tx) => {
    await postDeposit(tx, 'gone', member(1), 5n)
    throw new Error('changed my mind')
  })
  await gone.catch(() => {})

  for (let i = 0; i < 20; i++) {
    await runInTransaction(database.db, (tx) =>
      postDeposit(tx, `first/${i}`, member(1 + (i % 30)), 50n),
    )
    await chainJournal(database)
  }

  await runInTransaction(database.db, async (tx) => {
    const receipt = await createReceipt(tx, 'USD', 900n)
    await post(
      tx,
      await approveTransfers(tx, [
        transfer('capital', 'capital_paid_in', 'custody:bank:USD', 'equity', 900n, { receipt }),
      ]),
    )
  })

  await chainJournal(database)

  for (const event of ['twice/0', 'twice/1']) {
    await runInTransaction(database.db, (tx) => postDeposit(tx, event, member(2), 50n))
    await chainJournal(database)
  }

  await hammer(database.db, { seconds: 2, clients: 8 })
  expect(await describeProblems(database)).toBe('')

  await writeBalanceSnapshots(database)

  const rows = await database.owner.query(
    'select id from ledger.chained_journal where credit_balance is not null and receipt ' +
      'is null order by seq offset 15 limit 1',
  )
  journalId = Number(rows.rows[0].id)

  const free = await database.owner.query(
    'select n from generate_series(1, 500) n where not exists (select from ledger.journal ' +
      'where id = n) limit 1',
  )
  hole = Number(free.rows[0].n)
}, 180_000)
afterAll(async () => {
  expect(await describeProblems(database), 'nothing of it stayed').toBe('')
  await database.close()
})

/**
 * What `verify` finds first after a superuser, with triggers off, has done this; it is undone
 * afterwards.
 */
async function afterTampering(tampering: string) {
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      tampering.replaceAll('$id', String(journalId)).replaceAll('$hole', String(hole)),
    )

    const { rows } = await client.query('select problem, journal_id from ledger.verify()')

    return rows.map((row) => ({
      problem: row.problem as string,
      journalId: row.journal_id && Number(row.journal_id),
    }))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const ONE = 'where id = $id'
const REMADE = `update ledger.journal set reason = 'x' ${ONE};
  update ledger.chain_block b set digest = (select sha256(string_agg(ledger.row_leaf(j), '' order by
  j.id))
    from ledger.chain_run r join ledger.journal j on j.id between r.first_id and
    r.last_id where r.block = b.block)`

/** Two deposits of one member, each chained alone, change places: every digest still fits. */
const formatRunSql = (reference: string) =>
  `(select r.first_seq from ledger.chain_run r where r.first_id = (select min(id) from
    ledger.journal where reference = '${reference}'))`
const SWAPPED = `create temp table place on commit drop as select ${formatRunSql('twice/0')} as a,
  ${formatRunSql('twice/1')} as b;
  update ledger.chain_run set first_seq = -1 from place where first_seq = a;
  update ledger.chain_run set first_seq = a from place where first_seq = b;
  update ledger.chain_run set first_seq = b from place where first_seq = -1`

test.each([
  ['a reason', `update ledger.journal set reason = 'x' ${ONE}`],
  ['an actor', `update ledger.journal set actor = 'someone' ${ONE}`],
  ['an amount', `update ledger.journal set amount = amount + 1 ${ONE}`],
  ['a date', `update ledger.journal set effective_date = effective_date - 1 ${ONE}`],
  ['an account', `update ledger.journal set credit = credit + 5 ${ONE}`],
  ['a deleted row', `delete from ledger.journal ${ONE}`],
])('a change of a chained row is found, and the row named: %s', async (_what, tampering) => {
  expect((await afterTampering(tampering))[0]?.journalId).toBe(journalId)
})

test('a row inserted behind the chain is found', async () => {
  const found = await afterTampering(
    `insert into ledger.journal (id, idempotency_key, transfer_type, debit, credit, amount,
      effective_date, reference,
      actor) overriding system value
     select $hole, gen_random_uuid(), 'custody_moved', a.id, b.id, 1, now(), 'x', 'x' from
     ledger.account a, ledger.account b
     where a.code = 'custody:hot:BTC' and b.code = 'custody:hot:ETH'`,
  )

  expect(found[0]?.journalId).toBe(hole)
})

test.each([
  [
    'a stored balance',
    "update ledger.account set balance = balance + 1 where code = 'member:mem_3:cash'",
  ],
  ['a checkpoint', 'update ledger.balance_snapshot set balance = balance + 1 where balance <> 0'],
  ["a block's hash", 'update ledger.chain_block set hash = sha256(hash) where block = 5'],
  [
    "a block's time",
    "update ledger.chain_block set chained_at = chained_at - interval '1 day' where block = 5",
  ],
  [
    'the last block cut off',
    'delete from ledger.chain_run where block = (select max(block) from ledger.chain_block)',
  ],
  ['digests remade for a changed row', REMADE],
  ['an order of blocks that disagrees with an account', SWAPPED],
  ["a receipt's amount", 'update ledger.receipt set amount = amount + 1'],
  ["a receipt's origin", "update ledger.receipt set reference = reference || 'x'"],
  ["an approval's decider", "update approvals.decision set decided_by = 'adm_one'"],
  ["an approval's content", "update approvals.proposal set posting_hash = sha256('x')"],
  ['an approval taken away', 'delete from approvals.decision'],
  ['a row without its approval', 'update ledger.journal set approval = null'],
  [
    'two accounts that change their codes',
    `update ledger.account set code = 'x' where code = 'member:mem_3:profit';
     update ledger.account set code = 'member:mem_3:profit' where code = 'member:mem_4:profit';
     update ledger.account set code = 'member:mem_4:profit' where code = 'x'`,
  ],
  [
    'two accounts that change their owners',
    `update ledger.account set owner = 'mem_4' where code = 'member:mem_3:cash'`,
  ],
  [
    'an approval used for other rows',
    "update approvals.proposal set posting_hash = sha256('other')",
  ],
  [
    "an account's type",
    "update ledger.account set account_type = 'custody' where code = 'member:mem_3:cash'",
  ],
])('a change beside the rows is found: %s', async (_what, tampering) => {
  expect((await afterTampering(tampering)).length).toBeGreaterThan(0)
})

test('untouched, nothing is found (control)', async () => {
  expect(await afterTampering('select 1')).toEqual([])
  expect(await count(database, 'ledger.journal')).toBeGreaterThan(60)
})

test('A changed running balance is found by recomputing it, not only by the chain.', async () => {
  const found = await afterTampering(
    `update ledger.journal set credit_balance = credit_balance + 1 ${ONE}`,
  )

  expect(found.map(({ problem }) => problem)).toContain('running balance does not follow')
})
