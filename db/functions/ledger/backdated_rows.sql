set role ledger_owner;

-- Returns the rows effective on a day or earlier although their number is behind its end: backdated rows, and rows
-- that are not marked yet.
create or replace function ledger.backdated_rows(day date)
returns table (seq bigint, entry bigint, effective date, debit bigint, credit bigint, amount bigint)
language sql stable
set search_path = ledger, pg_temp
as $$
  select b.seq, b.entry, b.effective, b.debit, b.credit, b.amount
  from backdated b where b.effective <= day and b.seq > day_end(day)
  union all
  select r.*
  from chained_between(
    coalesce((select max(seq) from snapshot_end), 0), coalesce((select max(last_seq) from chain_block), 0)) r
  where r.effective <= day
$$;

revoke all on function ledger.backdated_rows from public;
