-- How the sealing of the journal gets on, as figures for whoever watches the house. They say nothing of anybody's money.
--
-- How long other sessions' transactions have been open is shown to members of pg_read_all_stats alone. ledger_owner, who can't
-- log in, becomes one for the function below. Where the migrating role may not grant that, this one figure stays unknown until
-- somebody does: grant pg_read_all_stats to ledger_owner.
do $$ begin
  if not pg_has_role('ledger_owner', 'pg_read_all_stats', 'member') then grant pg_read_all_stats to ledger_owner; end if;
exception when insufficient_privilege then null;
end $$;

set role ledger_owner;
set search_path = ledger;

-- lag_seconds: how long ago the oldest committed row was written that isn't sealed; 0 when all are.
-- gap_entries: numbers below the highest sealed one that are missing: rolled back a moment ago, or held by an open transaction.
-- oldest_transaction_seconds: of the transactions open in this database, this one aside; null where it can't be seen.
create function seal_health(out lag_seconds double precision, out gap_entries bigint, out oldest_transaction_seconds double precision,
  out highest_entry bigint)
language sql stable security definer set search_path = ledger, pg_temp as $$
  with hole as (select unnest(entries) as span from seal_gap),
  -- Numbers grow with time, so that the first of each stretch is its oldest: however long sealing stands still, this is quick.
  waiting as (
    (select posted_at from journal where entry > coalesce((select run.highest_entry from seal_run run order by first_seq desc limit 1), 0)
      order by entry limit 1)
    union all
    select oldest.posted_at from hole cross join lateral (
      select posted_at from journal where entry >= lower(span) and entry < upper(span) order by entry limit 1) oldest)
  select greatest(coalesce((select extract(epoch from clock_timestamp() - min(posted_at)) from waiting), 0), 0)::double precision,
    (select coalesce(sum(upper(span) - lower(span)), 0) from hole)::bigint,
    case when pg_has_role('pg_read_all_stats', 'usage') then (
      select greatest(coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0), 0) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid())::double precision end,
    coalesce((select max(entry) from journal), 0) $$;

revoke all on function seal_health from public;
grant execute on function seal_health to candor_app;
