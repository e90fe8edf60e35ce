set role ledger_owner;

-- Stores a passkey of an admin for approvals, and returns whether it is one of the first: those of the first two admins
-- with a money role, in each generation. Any other needs the signed approval of another admin. AP012: the admin has the
-- most keys at a time. AP013: the admin added the most in 24 hours.
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
  current_generation integer;
  added_at timestamptz;
begin
  lock table key in share row exclusive mode;
  current_generation := (select max(g.generation) from key_generation g);
  added_at := greatest(get_time(registered_at), (
    select g.started_at from key_generation g where g.generation = current_generation));
  if (select count(*) from keys k where k.admin_id = admin_id and k.kind = 'passkey' and k.ended_at is null) >= 5 then
    raise exception 'AP012 this admin has 5 keys' using errcode = 'AP012';
  end if;
  if (select count(*) from key k where k.admin_id = admin_id and k.kind = 'passkey'
      and k.registered_at > added_at - interval '24 hours') >= 10 then
    raise exception 'AP013 this admin added 10 keys in 24 hours' using errcode = 'AP013';
  end if;
  is_first := exists (select from public.staff s where s.id = admin_id and s.role in ('finance', 'owner'))
    and (select count(distinct k.admin_id) from key k
      where k.first and k.generation is not distinct from current_generation) < 2;
  insert into key (id, admin_id, kind, credential_id, public_key, transports, rp_id, origin, first, registered_at,
    generation)
  values (id, admin_id, 'passkey', credential_id, public_key, transports, rp_id, origin, is_first, added_at,
    current_generation);
  return is_first;
end $$;

revoke all on function approvals.register_key from public;
grant execute on function approvals.register_key to candor_app;
