set role ledger_owner;

-- Returns the salt of the row at a place of its block, counted from 0; null for a block without salts.
create or replace function ledger.pick_salt(salts bytea, place bigint)
returns bytea
language sql immutable
as $$
  -- A number that was tampered with must not end the check with an overflow.
  select substr(salts, (16 * least(greatest(place, -1), 10000000) + 1)::integer, 16)
$$;

revoke all on function ledger.pick_salt from public;
