import { invariant } from '#lib/invariant.ts'
import { listDeposits } from '#modules/deposits/queries.ts'
import type { LedgerTables } from '#modules/ledger/tables.ts'
import { listMemberPositions } from '#modules/plans/queries.ts'
import { getPortfolio, listOwnEntries } from '#modules/portfolio/queries.ts'
import { listQueuePlaces, listWithdrawals } from '#modules/withdrawals/queries.ts'
import { compare, inRounds, median, print, sizeText } from './figures.ts'
import { formatIdSql, type Installation } from './installation.ts'

const READS = 500
const BATCH = 1_000_000
/** As many rows as the overview asks for. */
const SHOWN = 6

/**
 * Each member's rows in turn: ten deposits, each invested, and then cash set aside and given back
 * again, each with the balances after it. `first` is the id of the first member's account; five
 * follow each other for each member.
 */
const ROWS = `
insert into ledger.journal (idempotency_key, transfer_type, debit, credit, amount, debit_balance,
credit_balance, effective_date, posted_at, reference, actor)
select gen_random_uuid(), transfer_type, debit, credit, amount, debit_balance, credit_balance,
current_date - 400 + (k * 400 / $4::bigint)::integer, clock_timestamp(), reference, 'system'
from (select k, (k - 1) / $3::bigint as turn, $5::bigint + 5 * ((k - 1) % $3::bigint) as cash,
'dep_' || k as reference from generate_series($1::bigint, $2::bigint) k) row
cross join lateral (select 'deposit_confirmed' as transfer_type, $6::bigint as debit, cash as credit,
10005 as amount, null::bigint as debit_balance, 10005 + 5 * (turn / 2) as credit_balance where
turn < 20 and turn % 2 = 0
  union all select 'position_opened', cash, cash + 1, 10000, 5 * (turn / 2 + 1), 10000 * (turn /
  2 + 1) where turn < 20 and turn % 2 = 1
  union all select 'withdrawal_held', cash, cash + 3, 5, 45, 5 where turn >= 20 and turn % 2 = 0
  union all select 'withdrawal_released', cash + 3, cash, 5, 0, 50 where turn >= 20 and turn % 2
  = 1) moved
order by k`

const DEPOSITS = `
insert into deposit (id, member_id, plan_version_id, plan_name, amount, method, coin, network,
address, coin_amount, rate, rate_source, rate_at, created_at, expires_at,
  status, amount_reserved, submitted_at, arrived_at, late, credit_rate, decided_at, decided_by, receipt_id,
  received, received_in, credited, position_id)
select o.deposit_id, o.member_id, o.plan_version_id, 'Bench', o.principal_cents, 'USDT', 'USDT',
'ERC-20', 'sample', o.principal_cents, 100, 'sample', o.opened_on, o.opened_on,
  o.opened_on + interval '1 hour', 'completed', false, o.opened_on, o.opened_on, false, 100, o.opened_on,
  'adm_one', 'rcp_' || o.deposit_id, o.principal_cents, 'USDT', o.principal_cents, o.id
from position o`

/** Two that were paid for each member, and one of every two hundred waits. */
const WITHDRAWALS = `
insert into withdrawal (id, member_id, source, amount, method, coin, wallet_id, address,
quoted_fee, status, created_at, payable_from,
  approved_at, approved_by, fee, rate, rate_source, rate_at, coin_amount, closed_at, closed_by,
  txid)
select ${formatIdSql('wdr', 'i')}, ${formatIdSql('mem', '1 + i / 2')}, 'balance', 5, 'USDT', 'USDT',
'wal_sample', 'sample', 0, case when open then 'pending' else 'completed' end, at, at,
  case when not open then at end, case when not open then 'adm_one' end, case when not open then
  0 end, case when not open then 100 end, case when not open then 'sample' end,
  case when not open then at end, case when not open then 5 end, case when not open then at end,
  case when not open then 'adm_one' end, case when not open then 'tx' || i end
from (select i, i % 400 = 0 as open, now() - i * interval '1 second' as at from
generate_series(0, 2 * $1::integer - 1) i) drawn`

/**
 * Blocks of a hundred rows each; only the place of a row in them is read here, never the hashes.
 */
const INSERT_BLOCKS = `
with block as (insert into ledger.chain_block (block, first_seq, last_seq, chained_at, digest,
fingerprints, previous_hash, hash)
  select n, 100 * (n - 1) + 1, 100 * n, now(), '', '', '', '' from generate_series(1, $1::bigint
  / 100) n returning block, first_seq, last_seq)
insert into ledger.chain_run (first_seq, first_id, last_id, highest_id, block)
select b.first_seq, f.id + b.first_seq - 1, f.id + b.last_seq - 1, f.id + b.last_seq -
1, b.block from block b, (select min(id) as id from ledger.journal) f`

/** So many rows of so many members; indexes are made after it, as a copy is restored. */
export async function growJournal(
  { owner }: Installation,
  members: number,
  rows: number,
): Promise<void> {
  const { rows: found } = await owner.query(
    "select (select min(id) from ledger.account where account_type = 'member_cash') as first, " +
      "(select id from ledger.account where code = 'exchange:USD') as exchange",
  )
  await owner.query('set session_replication_role = replica')
  await owner.query('alter table ledger.journal drop constraint journal_idempotency_key_key')
  await owner.query('drop index ledger.journal_debit, ledger.journal_credit')

  for (let from = 1; from <= rows; from += BATCH)
    await owner.query(ROWS, [
      from,
      Math.min(rows, from + BATCH - 1),
      members,
      rows,
      found[0].first,
      found[0].exchange,
    ])

  await owner.query(
    'alter table ledger.journal add constraint journal_idempotency_key_key unique (idempotency_key)',
  )
  await owner.query('create index journal_debit on ledger.journal (debit, id)')
  await owner.query('create index journal_credit on ledger.journal (credit, id)')
  await owner.query(INSERT_BLOCKS, [rows])
  await owner.query(DEPOSITS)
  await owner.query(WITHDRAWALS, [members])
  await owner.query(
    `update ledger.account set balance = case account_type when 'member_cash' then 50 else 100000 end
      where account_type in ('member_cash', 'member_principal')`,
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze')
}

/**
 * What the overview reads for members at random, each beside a row of the journal by its primary
 * key.
 */
export async function overviewFigures(
  { app, owner }: Installation,
  members: number,
  rows: number,
): Promise<void> {
  const { rows: ids } = await owner.query('select id from member order by random() limit 2000')
  const { rows: reach } = await owner.query('select min(id) as first from ledger.journal')
  const anyone = (): string => ids[Math.floor(Math.random() * ids.length)].id
  const today = app.clock.today()
  const own = await listOwnEntries(app.db, anyone(), SHOWN)

  invariant(
    own.length === SHOWN && own[0]?.journalNumber !== null,
    'every member has rows, and they are chained',
  )

  const user = () => getPortfolio(app.db, anyone(), today)
  const entries = () => listOwnEntries(app.db, anyone(), SHOWN)
  const timings = await inRounds(READS, {
    key: () =>
      app.db
        .withTables<LedgerTables>()
        .selectFrom('ledger.entries')
        .selectAll()
        .where('id', '=', BigInt(reach[0].first) + BigInt(Math.floor(Math.random() * rows)))
        .executeTakeFirstOrThrow(),
    user,
    entries,
    all: async () => {
      const memberId = anyone()
      await getPortfolio(app.db, memberId, today)
      await listMemberPositions(app.db, memberId, today)
      await listOwnEntries(app.db, memberId, SHOWN)
      await listDeposits(app.db, app.clock.now(), { memberId })
      await listWithdrawals(app.db, { memberId })
      await listQueuePlaces(app.db)
    },
  })

  const label = `${sizeText(members)} members, ${sizeText(rows)} rows`
  print(`primary-key read, ${label}`, median(timings.key), 'ms')
  compare(
    `who I am and what I have, ${label}, to a primary-key read`,
    'ms',
    timings.user,
    timings.key,
  )

  compare(
    `my newest rows in the books, ${label}, to a primary-key read`,
    'ms',
    timings.entries,
    timings.key,
  )

  compare(
    `everything on the overview, ${label}, to a primary-key read`,
    'ms',
    timings.all,
    timings.key,
  )
}
