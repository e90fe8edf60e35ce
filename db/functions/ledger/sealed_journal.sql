set role ledger_owner;

-- The journal rows that are in the hash chain, with their sequence number.
create or replace view ledger.sealed_journal as
  select run.first_seq + j.entry - run.first_entry as seq, run.block, j.*
  from ledger.seal_run run
  join ledger.journal j on j.entry between run.first_entry and run.last_entry;
