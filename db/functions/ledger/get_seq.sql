set role ledger_owner;

-- Returns the sequence number of a journal row, or null while it is not chained.
create or replace function ledger.get_seq(journal_id bigint)
returns bigint
language sql stable
set search_path = ledger, pg_temp
as $$
  select case when last_id >= journal_id then first_seq + journal_id - first_id end
  from (select * from chain_run where first_id <= journal_id order by first_id desc limit 1) run
$$;

revoke all on function ledger.get_seq from public;
grant execute on function ledger.get_seq to candor_app, candor_read;
