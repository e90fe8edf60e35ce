set role ledger_owner;

-- Returns the key that a custody leg and its exchange leg share. A transfer type contains no space.
create or replace function ledger.posting_key(transfer_type text, reference text)
returns text
language sql immutable
as $$
  select transfer_type || ' ' || reference
$$;

revoke all on function ledger.posting_key from public;
