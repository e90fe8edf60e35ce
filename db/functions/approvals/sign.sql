set role ledger_owner;

-- Stores what an admin signed. AP009: the key doesn't sign now. AP010: it is of something else. AP014: the log lacks
-- the key. See check_signature().
create or replace function approvals.sign(
  subject text, statement text, key text, authenticator_data bytea, client_data bytea, signature bytea,
  signed_at timestamptz)
returns void
language sql security definer
set search_path = approvals, pg_temp
as $$
  insert into signature (subject, statement, statement_hash, key, authenticator_data, client_data, signature, signed_at)
  values (subject, statement, sha256(convert_to(statement, 'UTF8')), key, authenticator_data, client_data, signature,
    signed_at)
$$;

revoke all on function approvals.sign from public;
grant execute on function approvals.sign to candor_app;
