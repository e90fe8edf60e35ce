set role ledger_owner;

-- Returns the sums by currency and class at the end of a business day.
create or replace function ledger.trial_balance_on(day date)
returns table (currency text, class text, balance bigint)
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select t.currency, t.class, sum(t.change)::bigint
  from (
    select b.currency, b.class, b.balance as change from trial_balance_at(day_end(day)) b
    union all
    select a.currency, a.class, case when a.id = l.credit then l.amount else -l.amount end
    from backdated_rows(day) l join account a on a.id in (l.debit, l.credit)) t
  group by t.currency, t.class
  order by t.currency, t.class
$$;

revoke all on function ledger.trial_balance_on from public;
grant execute on function ledger.trial_balance_on to candor_app, candor_read;
