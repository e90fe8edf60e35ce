set role ledger_owner;

-- Returns, for each transfer type under a daily threshold, what a list posts of it together with all rows of that type
-- that were posted without an approval within 24 hours. The lock makes a concurrent list wait until this transaction
-- has ended; the sums are read after it, in a snapshot of their own.
create or replace function ledger.sum_daily(list ledger.transfer[])
returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  sums jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.daily', 0));
  select jsonb_object_agg(t.name, coalesce(posted.cents, 0) + coalesce(listed.cents, 0)) into sums
  from (values ('adjusted'), ('network_fee_paid')) as t (name)
  cross join lateral (
    select sum(j.amount) as cents
    from journal j
    join account d on d.id = j.debit
    join account c on c.id = j.credit
    join posting_rule r
      on (r.transfer_type, r.debit_type, r.credit_type) = (j.transfer_type, d.account_type, c.account_type) and r.daily
    where j.approval is null and j.transfer_type = t.name and j.transfer_type in ('adjusted', 'network_fee_paid')
      and j.posted_at > clock_timestamp() - interval '24 hours'
      and not exists (select from unnest(list) l where l.idempotency_key = j.idempotency_key)) posted
  cross join lateral (
    select sum(l.amount) as cents
    from unnest(list) l
    join account d on d.code = l.debit
    join account c on c.code = l.credit
    join posting_rule r
      on (r.transfer_type, r.debit_type, r.credit_type) = (l.transfer_type, d.account_type, c.account_type) and r.daily
    where l.transfer_type = t.name) listed;
  return sums;
end $$;

revoke all on function ledger.sum_daily from public;
