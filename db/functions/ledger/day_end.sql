set role ledger_owner;

-- Returns the last number up to which every row's effective date is this day or earlier, among the rows up to
-- snapshot_end.
create or replace function ledger.day_end(day date)
returns bigint
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select coalesce(
    (select first_seq - 1 from day_mark m where m.day > day_end.day order by m.day limit 1),
    (select max(seq) from snapshot_end),
    0)
$$;

revoke all on function ledger.day_end from public;
grant execute on function ledger.day_end to candor_app, candor_read;
