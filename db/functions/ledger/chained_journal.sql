set role ledger_owner;

-- The journal rows that are in the hash chain, with their sequence number.
create or replace view ledger.chained_journal as
  select run.first_seq + j.id - run.first_id as seq, run.block, j.*
  from ledger.chain_run run
  join ledger.journal j on j.id between run.first_id and run.last_id;
