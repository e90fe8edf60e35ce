set role ledger_owner;

-- Returns whether this installation moves real money. set_live() marks it.
create or replace function approvals.is_live()
returns boolean
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select live from installation
$$;

revoke all on function approvals.is_live from public;
grant execute on function approvals.is_live to candor_app, candor_read;
