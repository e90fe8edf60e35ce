set role ledger_owner;

-- Returns how long an approved looser setting waits before it takes effect.
create or replace function approvals.get_loosening_wait()
returns interval
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select case when is_live() then interval '24 hours' else interval '0' end
$$;

revoke all on function approvals.get_loosening_wait from public;
grant execute on function approvals.get_loosening_wait to candor_app;
