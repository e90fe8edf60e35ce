set role ledger_owner;

-- Returns the instant by which waits are measured: the database's clock in live, the caller's in the sandbox.
create or replace function approvals.get_time(claimed timestamptz)
returns timestamptz
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select case when is_live() then statement_timestamp() else claimed end
$$;

revoke all on function approvals.get_time from public;
grant execute on function approvals.get_time to candor_app;
