set role ledger_owner;

-- Returns the hash of a block: of the previous hash and the block's own content.
create or replace function ledger.block_hash(b ledger.chain_block)
returns bytea
language sql stable
as $$
  select sha256(b.previous_hash || convert_to(json_build_array(
    b.block::text, b.first_seq::text, b.last_seq::text,
    (extract(epoch from b.chained_at) * 1000000)::bigint::text, encode(b.digest, 'hex'))::text, 'UTF8'))
$$;

revoke all on function ledger.block_hash from public;
