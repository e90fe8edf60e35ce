set role ledger_owner;

-- Checks a signature as far as the database can: the key counted when its admin decided and has not ended, the site and
-- the challenge are right, a person was present and verified, and the statement is of the decision that the key's admin
-- took. The public log shows the key: else its approvals would be wrong to verifiers for ever. The key can't end until
-- the transaction does: ends are after the decisions that a key signed, see end_key(). Whether the signature is of the
-- key is for verifiers: SQL has no such arithmetic.
create or replace function approvals.check_signature()
returns trigger
language plpgsql
set search_path = approvals, pg_temp
as $$
declare
  signing key;
  signing_at timestamptz;
  client jsonb := convert_from(new.client_data, 'UTF8')::jsonb;
begin
  select * into signing from key where id = new.key for share;
  new.signed_at := get_time(new.signed_at);
  signing_at := coalesce((select d.decided_at from decision d where d.proposal = new.subject), new.signed_at);
  if not may_sign(new.key, signing_at) then
    raise exception 'AP009 this key does not sign approvals now' using errcode = 'AP009';
  end if;
  if signing.kind = 'passkey' and coalesce(get_published_from(new.key) > signing_at, true) then
    raise exception 'AP014 the public log does not show this key for long enough' using errcode = 'AP014';
  end if;
  if not exists (
    select from proposal p join decision d on d.proposal = p.id
    where p.id = new.subject and d.approved and d.decided_by = signing.admin_id
      and new.statement = statement(p, signing.admin_id)) then
    raise exception 'AP010 the signature is of something else' using errcode = 'AP010';
  end if;
  if client ->> 'type' is distinct from 'webauthn.get' or client ->> 'origin' is distinct from signing.origin
    or client ->> 'challenge' is distinct from to_base64url(new.statement_hash)
    or substring(new.authenticator_data for 32) <> sha256(convert_to(signing.rp_id, 'UTF8'))
    or get_byte(new.authenticator_data, 32) & 5 <> 5 then
    raise exception 'AP010 the signature is of something else' using errcode = 'AP010';
  end if;
  return new;
end $$;

revoke all on function approvals.check_signature from public;
