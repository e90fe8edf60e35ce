set role ledger_owner;

-- Returns whether post() would reject this list without an approval: by its own amounts, or together with what was
-- posted within 24 hours. See sum_daily() for the lock.
create or replace function ledger.needs_approval(list ledger.transfer[])
returns boolean
language sql volatile security definer
set search_path = ledger, pg_temp
as $$
  with daily as materialized (select sum_daily(list) as sums)
  select coalesce(bool_or(r.approval_from is not null and (
      (select sum(o.amount) from unnest(list) o
        where o.transfer_type = l.transfer_type and (o.debit = l.debit or o.credit = l.credit)) >= r.approval_from
      or (r.daily and (daily.sums ->> l.transfer_type)::bigint >= r.approval_from))), false)
  from daily cross join unnest(list) l
  join account d on d.code = l.debit
  join account c on c.code = l.credit
  join posting_rule r
    on (r.transfer_type, r.debit_type, r.credit_type) = (l.transfer_type, d.account_type, c.account_type)
$$;

revoke all on function ledger.needs_approval from public;
grant execute on function ledger.needs_approval to candor_app;
