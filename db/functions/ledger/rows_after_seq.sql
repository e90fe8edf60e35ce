set role ledger_owner;

-- Returns the rows chained after a number (a block's last), and those that are not chained yet.
create or replace function ledger.rows_after_seq(after_seq bigint)
returns setof ledger.journal
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
as $$
  select j.* from (select * from chain_run where first_seq > after_seq) run
    cross join lateral (select * from journal where id between run.first_id and run.last_id offset 0) j
  union all
  select * from unchained_journal
$$;

revoke all on function ledger.rows_after_seq from public;
grant execute on function ledger.rows_after_seq to candor_app, candor_read;
