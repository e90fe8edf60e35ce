set role ledger_owner;

-- Returns the last sequence number chained at a moment, or 0.
create or replace function ledger.get_seq_at_time(moment timestamptz)
returns bigint
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select coalesce((select last_seq from chain_block where chained_at <= moment order by block desc limit 1), 0)
$$;

revoke all on function ledger.get_seq_at_time from public;
grant execute on function ledger.get_seq_at_time to candor_app, candor_read;
