set role ledger_owner;

-- Returns how long an admin who joined, was reinstated or got a money role decides on nothing.
create or replace function approvals.get_decider_wait()
returns interval
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select case when is_live() then interval '72 hours' else interval '0' end
$$;

revoke all on function approvals.get_decider_wait from public;
grant execute on function approvals.get_decider_wait to candor_app, candor_read;
