set role ledger_owner;

-- Returns bytes as WebAuthn writes them in JSON.
create or replace function approvals.to_base64url(bytes bytea)
returns text
language sql immutable
as $$
  select rtrim(translate(encode(bytes, 'base64'), '+/' || chr(10), '-_'), '=')
$$;

revoke all on function approvals.to_base64url from public;
