set role ledger_owner;

-- Returns the rows of the runs after one block's last number up to another's, in the order of their numbers.
create or replace function ledger.list_chained_rows(after_seq bigint, upto_seq bigint)
returns table (seq bigint, journal_id bigint, effective_date date, debit bigint, credit bigint, amount bigint)
language sql stable
set search_path = ledger, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select run.first_seq + j.id - run.first_id, j.id, j.effective_date, j.debit, j.credit, j.amount
  from (select * from chain_run where first_seq > after_seq and first_seq <= upto_seq order by first_seq) run
  cross join lateral (
    select * from journal where id between run.first_id and run.last_id order by id offset 0) j
$$;

revoke all on function ledger.list_chained_rows from public;
