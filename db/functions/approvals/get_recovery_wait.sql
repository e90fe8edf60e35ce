set role ledger_owner;

-- Returns how long a first key of a new generation signs nothing: longer than any other, since no admin confirms it.
create or replace function approvals.get_recovery_wait()
returns interval
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select case when is_live() then interval '7 days' else interval '0' end
$$;

revoke all on function approvals.get_recovery_wait from public;
grant execute on function approvals.get_recovery_wait to candor_app, candor_read;
