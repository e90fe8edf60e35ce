set role ledger_owner;

-- Returns whether a key signs at this time: it is usable and not ended. A key of software never signs in live, nor for
-- an admin who has a passkey to sign with.
create or replace function approvals.may_sign(key_id text, at timestamptz)
returns boolean
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select exists (
    select from keys k
    where k.id = key_id and k.usable_from <= get_time(at) and k.ended_at is null
      and (k.kind = 'passkey' or not is_live() and not exists (
        select from keys other
        where other.admin_id = k.admin_id and other.kind = 'passkey' and other.usable_from <= get_time(at)
          and other.ended_at is null)))
$$;

revoke all on function approvals.may_sign from public;
grant execute on function approvals.may_sign to candor_app;
