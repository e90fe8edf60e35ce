-- Deletes sessions that ended before a moment, at most so many. They are retained for at least 30 days.
create or replace function public.delete_old_sessions(before timestamptz, most integer)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, public
as $$
declare
  gone bigint;
begin
  if before > now() - interval '30 days' then
    raise exception 'ended sessions are retained for 30 days' using errcode = 'check_violation';
  end if;
  delete from session where id = any(array(
    select id from session where coalesce(ended_at, least(idle_until, ends_at)) < before limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;

revoke all on function public.delete_old_sessions from public;
grant execute on function public.delete_old_sessions to candor_app;
