set role ledger_owner;

-- Returns the hash of a row as its block contains it: SHA-256 of the row's salt and of leaf_hash(). Without a salt, in
-- blocks that were chained before there were salts, it is leaf_hash() itself.
create or replace function ledger.salt_leaf(leaf bytea, salt bytea)
returns bytea
language sql immutable
as $$
  select case when salt is null then leaf else sha256(salt || leaf) end
$$;

revoke all on function ledger.salt_leaf from public;
