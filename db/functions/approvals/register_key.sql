set role ledger_owner;

-- Stores a passkey of an admin for approvals, and returns whether it is one of the first: those of the first two admins
-- with a money role. Any other needs the signed approval of another admin.
create or replace function approvals.register_key(
  id text, admin_id text, credential_id text, public_key bytea, transports text[], rp_id text, origin text,
  registered_at timestamptz)
returns boolean
language plpgsql security definer
set search_path = approvals, pg_temp
as $$
#variable_conflict use_variable
declare
  is_first boolean;
begin
  lock table key in share row exclusive mode;
  is_first := exists (select from public.staff s where s.id = admin_id and s.role in ('finance', 'owner'))
    and (select count(distinct k.admin_id) from key k where k.first) < 2;
  insert into key (id, admin_id, kind, credential_id, public_key, transports, rp_id, origin, first, registered_at)
  values (id, admin_id, 'passkey', credential_id, public_key, transports, rp_id, origin, is_first,
    get_time(registered_at));
  return is_first;
end $$;

revoke all on function approvals.register_key from public;
grant execute on function approvals.register_key to candor_app;
