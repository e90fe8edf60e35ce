set role ledger_owner;

-- Returns an account's balance at the end of a business day, of the rows chained so far.
create or replace function ledger.balance_on_day(account bigint, day date)
returns bigint
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select balance_at_seq(account, day_end(day)) + coalesce((
    select sum(case when l.credit = account then l.amount else -l.amount end)
    from backdated_rows(day) l where account in (l.debit, l.credit)), 0)::bigint
$$;

revoke all on function ledger.balance_on_day from public;
grant execute on function ledger.balance_on_day to candor_app, candor_read;
