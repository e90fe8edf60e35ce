set role ledger_owner;

-- Returns whether this admin signed exactly this statement about a subject.
create or replace function approvals.is_signed(subject text, statement text, admin_id text)
returns boolean
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select exists (
    select from signature s join key k on k.id = s.key
    where s.subject = is_signed.subject and s.statement = is_signed.statement and k.admin_id = is_signed.admin_id)
$$;

revoke all on function approvals.is_signed from public;
grant execute on function approvals.is_signed to candor_app, candor_read;
