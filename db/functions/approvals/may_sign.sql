set role ledger_owner;

-- Returns whether a key signs a decision of this time: it counted then, and has not ended. A key of software never
-- signs in live, nor for an admin who has a passkey of the same site to sign with.
create or replace function approvals.may_sign(key_id text, decided_at timestamptz)
returns boolean
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select exists (
    select from keys k
    where k.id = key_id and k.ended_at is null
      and (k.kind = 'passkey' and k.usable_from <= may_sign.decided_at
        or k.kind = 'software' and not is_live() and not exists (
          select from keys other
          where other.admin_id = k.admin_id and other.kind = 'passkey' and other.rp_id = k.rp_id
            and other.origin = k.origin and other.usable_from <= may_sign.decided_at and other.ended_at is null)))
$$;

revoke all on function approvals.may_sign from public;
grant execute on function approvals.may_sign to candor_app;
