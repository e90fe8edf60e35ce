set role ledger_owner;

-- Returns whether a row was posted without an approval although it, with the rows of its transfer type within the 24
-- hours before it, reached the daily threshold of its time.
create or replace function ledger.exceeds_daily(journal_id bigint)
returns boolean
language sql stable
set search_path = ledger, pg_temp
as $$
  select coalesce(sum(o.amount) >= min(u.from_amount), false)
  from journal j
  join account d on d.id = j.debit
  join account c on c.id = j.credit
  join posting_rule r
    on (r.transfer_type, r.debit_type, r.credit_type) = (j.transfer_type, d.account_type, c.account_type) and r.daily
  cross join lateral (
    select min(from_amount) as from_amount from approval_rule a
    where (a.transfer_type, a.debit_type, a.credit_type) = (r.transfer_type, r.debit_type, r.credit_type)
      and a.since_id <= j.id) u
  cross join lateral (
    select b.amount from journal b
    join account bd on bd.id = b.debit
    join account bc on bc.id = b.credit
    join posting_rule br on (br.transfer_type, br.debit_type, br.credit_type)
      = (b.transfer_type, bd.account_type, bc.account_type) and br.daily
    where b.approval is null and b.transfer_type = j.transfer_type
      and b.transfer_type in ('adjusted', 'network_fee_paid')
      and b.posted_at > j.posted_at - interval '24 hours' and b.id <= j.id) o
  where j.id = exceeds_daily.journal_id and j.approval is null
    and j.transfer_type in ('adjusted', 'network_fee_paid')
$$;

revoke all on function ledger.exceeds_daily from public;
