set role ledger_owner;

-- Returns the salt of a journal row; null while it is not chained, and in a block without salts.
create or replace function ledger.find_salt(journal_id bigint)
returns bytea
language sql stable
set search_path = ledger, pg_temp
as $$
  select pick_salt(s.salts, run.first_seq + journal_id - run.first_id - b.first_seq)
  from (select * from chain_run where first_id <= journal_id order by first_id desc limit 1) run
  join chain_block b on b.block = run.block
  join block_salt s on s.block = run.block
  where run.last_id >= journal_id
$$;

revoke all on function ledger.find_salt from public;
