set role ledger_owner;

-- Returns the sequence number of an entry, or null while it is not chained.
create or replace function ledger.seq_of(entry bigint)
returns bigint
language sql stable
set search_path = ledger, pg_temp
as $$
  select case when last_id >= entry then first_seq + entry - first_id end
  from (select * from chain_run where first_id <= entry order by first_id desc limit 1) run
$$;

revoke all on function ledger.seq_of from public;
grant execute on function ledger.seq_of to candor_app, candor_read;
