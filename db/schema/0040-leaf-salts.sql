-- A random salt for each row of the hash chain. The hashes of a block are shown to every member with a row in it, and
-- without a salt another row's amount, balances and reference could be guessed and compared with its hash. Blocks
-- chained before this file have no salts, and their hashes are unchanged, see ledger.salt_leaf().
--
-- functions: ledger.append_only

-- Finds the first head of the hash chain in the transparency log that covers a block.
create index log_entry_ledger_head on log_entry (((body ->> 'block')::bigint)) where kind = 'ledger-head';

set role ledger_owner;
set search_path = ledger;

create table block_salt (
  block  bigint primary key references chain_block,
  -- 16 random bytes for each row, in seq order.
  salts  bytea not null check (octet_length(salts) > 0 and octet_length(salts) % 16 = 0)
);
-- Random bytes can't be compressed, and parts of them are read.
alter table block_salt alter column salts set storage external;

create trigger append_only before update or delete on block_salt for each row execute function append_only();
create trigger never_truncated before truncate on block_salt execute function append_only();

grant select on block_salt to candor_app, candor_read;
