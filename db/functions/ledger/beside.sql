set role ledger_owner;

-- Returns the key that a custody leg and its exchange leg share. A kind contains no space.
create or replace function ledger.beside(kind text, reference text)
returns text
language sql immutable
as $$
  select kind || ' ' || reference
$$;

revoke all on function ledger.beside from public;
