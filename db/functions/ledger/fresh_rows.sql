set role ledger_owner;

-- Returns the rows chained after a number (a block's last), and those that are not chained yet.
create or replace function ledger.fresh_rows(after_seq bigint)
returns setof ledger.journal
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
as $$
  select j.* from (select * from seal_run where first_seq > after_seq) run
    cross join lateral (select * from journal where entry between run.first_entry and run.last_entry offset 0) j
  union all
  select * from unsealed_journal
$$;

revoke all on function ledger.fresh_rows from public;
grant execute on function ledger.fresh_rows to candor_app, candor_read;
