-- Returns the cents that admins exported alone within the 24 hours before an export. Both clocks count: the time that
-- the application gave, and the time at which the database recorded the export.
create or replace function public.sum_exported_alone(at timestamptz)
returns bigint
language sql volatile
set search_path = public, pg_temp
as $$
  select coalesce(sum(b.cents), 0)::bigint from payout_batch b
  where b.approval_id is null
    and (b.exported_at > at - interval '1 day' or b.recorded_at > clock_timestamp() - interval '1 day')
$$;

revoke all on function public.sum_exported_alone from public;
grant execute on function public.sum_exported_alone to candor_app;
