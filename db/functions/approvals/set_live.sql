set role ledger_owner;

-- Marks the installation as live. Nothing unmarks it. MODE=live calls it at the start.
create or replace function approvals.set_live()
returns void
language sql security definer
set search_path = approvals, pg_temp
as $$
  update installation set live = true where not live
$$;

revoke all on function approvals.set_live from public;
grant execute on function approvals.set_live to candor_app;
