set role ledger_owner;

-- The blocks that lack salts, or have too many or too few, though salts had begun. There are none unless someone
-- changed them.
create or replace view ledger.unsalted_blocks as
  select b.block, b.first_seq
  from ledger.chain_block b
  where b.block >= (select min(block) from ledger.block_salt)
    and not exists (
      select from ledger.block_salt s
      where s.block = b.block and octet_length(s.salts) = 16 * (b.last_seq - b.first_seq + 1));
