set role ledger_owner;

-- Returns the standbys of this primary, for monitoring. None where ledger_owner is not a member of pg_read_all_stats
-- (see db/schema/0001-roles.sql).
--   lag_bytes, lag_seconds: what the standby has not applied yet; seconds are null while it has nothing to apply.
create or replace function ledger.list_replicas()
returns table (name text, state text, sync_state text, lag_bytes bigint, lag_seconds double precision)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select application_name, state, sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint,
    extract(epoch from replay_lag)::double precision
  from pg_stat_replication
  where pg_has_role('pg_read_all_stats', 'usage')
  order by application_name
$$;

revoke all on function ledger.list_replicas from public;
grant execute on function ledger.list_replicas to candor_app;
