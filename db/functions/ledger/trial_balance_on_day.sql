set role ledger_owner;

-- Returns the sums by currency and account type at the end of a business day.
create or replace function ledger.trial_balance_on_day(day date)
returns table (currency text, account_type text, balance bigint)
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select t.currency, t.account_type, sum(t.change)::bigint
  from (
    select b.currency, b.account_type, b.balance as change from trial_balance_at_seq(day_end(day)) b
    union all
    select a.currency, a.account_type, case when a.id = l.credit then l.amount else -l.amount end
    from backdated_rows(day) l join account a on a.id in (l.debit, l.credit)) t
  group by t.currency, t.account_type
  order by t.currency, t.account_type
$$;

revoke all on function ledger.trial_balance_on_day from public;
grant execute on function ledger.trial_balance_on_day to candor_app, candor_read;
