set role ledger_owner;

-- Returns up to which journal row and which proposal approvals were given without signatures: 0 in an installation
-- that always had them.
create or replace function approvals.get_unsigned(out unsigned_rows bigint, out unsigned_proposals bigint)
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select i.unsigned_rows, i.unsigned_proposals from installation i
$$;

revoke all on function approvals.get_unsigned from public;
grant execute on function approvals.get_unsigned to candor_app, candor_read;
