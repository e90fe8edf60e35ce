set role ledger_owner;

-- Returns what this admin signs to approve a proposal; null for an unknown one.
create or replace function approvals.get_statement(proposal text, admin_id text)
returns text
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select statement(p, admin_id) from proposal p where p.id = get_statement.proposal
$$;

revoke all on function approvals.get_statement from public;
grant execute on function approvals.get_statement to candor_app, candor_read;
