set role ledger_owner;

-- Returns when the live installation opened to members; null before that.
create or replace function approvals.get_opening()
returns timestamptz
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select opened_at from installation
$$;

revoke all on function approvals.get_opening from public;
grant execute on function approvals.get_opening to candor_app, candor_read;
