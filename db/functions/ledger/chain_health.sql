set role ledger_owner;

-- Returns how far the hash chain is behind, as figures for monitoring.
--   lag_seconds: age of the oldest committed row that is not chained; 0 when all are.
--   missing_ids: count of the ids below the highest chained one that are missing: rolled back, or held by an open
--     transaction.
--   oldest_transaction_seconds: of the other transactions open in this database; null where ledger_owner is not a
--   member of pg_read_all_stats (see db/schema/0001-roles.sql).
create or replace function ledger.chain_health(
  out lag_seconds double precision, out missing_ids bigint, out oldest_transaction_seconds double precision,
  out highest_id bigint)
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  with gap as (select unnest(ids) as span from chain_gap),
  -- Numbers grow with time, so the first row of each stretch is its oldest: fast however far behind the chain is.
  waiting as (
    (select posted_at from journal
      where id > coalesce((select run.highest_id from chain_run run order by first_seq desc limit 1), 0)
      order by id limit 1)
    union all
    select oldest.posted_at from gap cross join lateral (
      select posted_at from journal where id >= lower(span) and id < upper(span) order by id limit 1) oldest)
  select
    greatest(coalesce((
      select extract(epoch from clock_timestamp() - min(posted_at)) from waiting), 0), 0)::double precision,
    (select coalesce(sum(upper(span) - lower(span)), 0) from gap)::bigint,
    case when pg_has_role('pg_read_all_stats', 'usage') then (
      select greatest(coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0), 0) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid())::double precision end,
    coalesce((select max(id) from journal), 0)
$$;

revoke all on function ledger.chain_health from public;
grant execute on function ledger.chain_health to candor_app;
