import type { PlanVersion } from '#modules/plans/model.ts'
import { formatIdSql, type Installation, someMembers } from '../engine/installation.ts'

export const FIRST_NAMES = 400
export const LAST_NAMES = 900

const WAITING_WITHDRAWALS = 100

/** Names that many share, and each together with another only a few have. */
const PEOPLE = `
update member m set first_name = initcap(n.first), last_name = initcap(n.last), created_at =
now() - n.i * interval '5 minutes',
  email = n.first || '.' || n.last || n.i || '@example.com',
  status = case when n.i % 97 = 0 then 'suspended' else 'active' end,
  suspended_reason = case when n.i % 97 = 0 then 'A question' end, review_on = case when n.i % 97
  = 0 then current_date + 9 end,
  last_sign_in_at = now() - (n.i % 90) * interval '1 day'
from (select i, ${formatIdSql('mem', 'i')} as id, 'given' || translate((i % ${FIRST_NAMES})::text,
'0123456789', 'abcdefghij') as first,
  'family' || translate((i * 7919::bigint % ${LAST_NAMES})::text, '0123456789', 'abcdefghij') as
  last from generate_series(1, $1::integer) i) n
where m.id = n.id`

/** What was decided long ago: nearly all of it credited. */
const DECIDED = `
insert into deposit (id, member_id, plan_version_id, plan_name, amount, method, coin, network,
address, coin_amount, rate, rate_source, rate_at,
  created_at, expires_at, status, amount_reserved, submitted_at, arrived_at, late, credit_rate, decided_at,
  decided_by, reason, receipt_id, received, received_in, credited)
select ${formatIdSql('dep', 'i')}, ${formatIdSql('mem', '1 + i * 31::bigint % $2::integer')}, $3,
'Bench',
cents, 'USDT', 'USDT', 'usdt', 'sample', cents * 10000, 1000000,
  'sample', at, at, at + interval '30 minutes', case when good then 'completed' else 'rejected'
  end, false, at, at, false, 1000000, at, 'Ines', case when good then null else 'Nothing came' end,
  case when good then 'rcp_' || i end, case when good then cents * 10000 end, case when good then
  'USDT' end, case when good then cents end
from (select i, i % 40 <> 7 as good, 10000 + (i * 7919::bigint) % 5000000 as cents, now() -
interval '1 day' - i * interval '30 seconds' as at
  from generate_series(1, $1::integer) i) drawn`

/** What waits to be confirmed. */
const PENDING = `
insert into deposit (id, member_id, plan_version_id, plan_name, amount, method, coin, network,
address, coin_amount, rate, rate_source, rate_at,
  created_at, expires_at, status, amount_reserved, submitted_at, arrived_at, late, credit_rate)
select ${formatIdSql('dep', "'new' || i")},
${formatIdSql('mem', '1 + i * 71::bigint % $2::integer')}, $3,
'Bench', 100000, 'USDT', 'USDT', 'usdt', 'sample', 1000000000 + i, 1000000,
  'sample', now() - i * interval '1 second', now() - i * interval '1 second', now() + interval
  '30 minutes', 'pending', true, now(), now(), false, 1000000
from generate_series(1, $1::integer) i`

/** Addresses to withdraw to, one a member. */
const WALLETS = `
insert into wallet (id, member_id, coin, address, network, main, created_at, usable_from)
select ${formatIdSql('wal', 'i')}, ${formatIdSql('mem', 'i')}, 'USDT', 'sample' || i, 'usdt', true,
  now() - interval '90 days', now() - interval '89 days' from generate_series(1, $1::integer) i`

/** Withdrawals paid long ago, and some that wait. */
const WITHDRAWALS = `
insert into withdrawal (id, member_id, source, amount, method, coin, wallet_id, address, quoted_fee,
  status, created_at, payable_from, approved_at, approved_by, fee, rate, rate_source, rate_at,
  coin_amount, closed_at, closed_by, txid)
select ${formatIdSql('wdr', 'i')}, ${formatIdSql('mem', 'who')}, 'balance', cents, 'USDT', 'USDT',
  ${formatIdSql('wal', 'who')}, 'sample' || who, 100, case when open then 'pending' else 'completed'
  end, at, at, case when not open then at end, case when not open then 'Ines' end, case when not
  open then 100 end, case when not open then 1000000 end, case when not open then 'sample' end,
  case when not open then at end, case when not open then cents * 10000 end,
  case when not open then at end, case when not open then 'Ines' end,
  case when not open then 'tx' || i end
from (select i, i <= $3::integer as open, 1 + i * 31::bigint % $2::integer as who,
  10000 + (i * 7919::bigint) % 900000 as cents, now() - i * interval '40 seconds' as at
  from generate_series(1, $1::integer) i) drawn`

const COUNT_STATEMENTS = [
  'delete from status_count',
  "insert into status_count select 'member', status, count(*), 0 from member group by status",
  "insert into status_count select 'deposit', status, count(*), sum(coalesce(credited, 0)) from " +
    'deposit group by status',
  "insert into status_count select 'withdrawal', status, count(*), sum(amount) from withdrawal " +
    'group by status',
]

type Sizes = { members: number; transactions: number; pending: number }

/**
 * So many members and deposits, and a third as many withdrawals, in sets and without triggers; the database counts them afterwards,
 * as its triggers would have.
 */
export async function growBackoffice(
  { owner }: Installation,
  plan: PlanVersion,
  { members, transactions, pending }: Sizes,
): Promise<void> {
  await someMembers(owner, members)
  await owner.query('set session_replication_role = replica')
  await owner.query(PEOPLE, [members])
  await owner.query(DECIDED, [transactions, members, plan.id])
  await owner.query(PENDING, [pending, members, plan.id])
  await owner.query(WALLETS, [members])
  await owner.query(WITHDRAWALS, [Math.ceil(transactions / 3), members, WAITING_WITHDRAWALS])
  for (const each of COUNT_STATEMENTS) await owner.query(each)

  await owner.query(
    "insert into member_balance select id, ('x' || substr(md5(id), 1, 6))::bit(24)::bigint " +
      'from member on conflict (member_id) do update set cents = excluded.cents',
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum (full, analyze) member')
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
}

/** The deposits that wait, the newest first. */
export const pendingIds = async ({ owner }: Installation): Promise<string[]> =>
  (
    await owner.query("select id from deposit where status = 'pending' order by created_at desc")
  ).rows.map(({ id }) => id)
