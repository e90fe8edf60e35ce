set role ledger_owner;

-- Returns what a list posts of a transfer type under a daily threshold, together with all rows of that type that were
-- posted without an approval within 24 hours. The lock makes a concurrent list wait until this transaction has ended;
-- the sum is read after it, in a snapshot of its own, because the function is volatile.
create or replace function ledger.sum_daily(list ledger.transfer[], daily_type text)
returns numeric
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  posted  numeric;
  listed  numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.daily ' || daily_type, 0));
  select coalesce(sum(j.amount), 0) into posted
  from journal j
  join account d on d.id = j.debit
  join account c on c.id = j.credit
  join posting_rule r
    on (r.transfer_type, r.debit_type, r.credit_type) = (j.transfer_type, d.account_type, c.account_type) and r.daily
  where j.approval is null and j.transfer_type = daily_type and j.transfer_type in ('adjusted', 'network_fee_paid')
    and j.posted_at > clock_timestamp() - interval '24 hours'
    and j.idempotency_key <> all (select l.idempotency_key from unnest(list) l);
  select coalesce(sum(l.amount), 0) into listed
  from unnest(list) l
  join account d on d.code = l.debit
  join account c on c.code = l.credit
  join posting_rule r
    on (r.transfer_type, r.debit_type, r.credit_type) = (l.transfer_type, d.account_type, c.account_type) and r.daily
  where l.transfer_type = daily_type;
  return posted + listed;
end $$;

revoke all on function ledger.sum_daily from public;
