set role ledger_owner;

-- Returns the id of a sample admin's key of software, and stores it at its first use in a generation of keys. AP011:
-- live takes none.
create or replace function approvals.ensure_software_key(
  id text, admin_id text, credential_id text, public_key bytea, rp_id text, origin text, registered_at timestamptz)
returns text
language plpgsql security definer
set search_path = approvals, pg_temp
as $$
#variable_conflict use_variable
declare
  current_generation integer := (select max(g.generation) from key_generation g);
  -- The server derives one and the same key in each generation.
  stored_id text := concat_ws('-', credential_id, current_generation);
begin
  if is_live() then
    raise exception 'AP011 a live installation takes no key of software' using errcode = 'AP011';
  end if;
  insert into key (id, admin_id, kind, credential_id, public_key, transports, rp_id, origin, first, registered_at,
    generation)
  values (id, admin_id, 'software', stored_id, public_key, '{}', rp_id, origin, false,
    greatest(registered_at, (select g.started_at from key_generation g where g.generation = current_generation)),
    current_generation)
  on conflict on constraint key_credential_id_key do nothing;
  return (select k.id from key k where k.credential_id = stored_id and k.admin_id = admin_id);
end $$;

revoke all on function approvals.ensure_software_key from public;
grant execute on function approvals.ensure_software_key to candor_app;
