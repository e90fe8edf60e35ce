set role ledger_owner;

-- Returns the rows whose effective date is a day or earlier although their number is after the day's end: backdated
-- rows, and rows that are not marked yet.
create or replace function ledger.backdated_rows(day date)
returns table (seq bigint, journal_id bigint, effective_date date, debit bigint, credit bigint, amount bigint)
language sql stable
set search_path = ledger, pg_temp
as $$
  select b.seq, b.journal_id, b.effective_date, b.debit, b.credit, b.amount
  from backdated b where b.effective_date <= day and b.seq > day_end(day)
  union all
  select r.*
  from list_chained_rows(
    coalesce((select max(seq) from snapshot_end), 0), coalesce((select max(last_seq) from chain_block), 0)) r
  where r.effective_date <= day
$$;

revoke all on function ledger.backdated_rows from public;
