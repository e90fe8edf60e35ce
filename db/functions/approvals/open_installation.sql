set role ledger_owner;

-- Opens a live installation to members, once. Nothing closes it again. AP007: the installation isn't live.
create or replace function approvals.open_installation()
returns void
language plpgsql security definer
set search_path = approvals, pg_temp
as $$
begin
  if not is_live() then
    raise exception 'AP007 the installation is not live' using errcode = 'AP007';
  end if;
  update installation set opened_at = statement_timestamp() where opened_at is null;
end $$;

revoke all on function approvals.open_installation from public;
grant execute on function approvals.open_installation to candor_app;
