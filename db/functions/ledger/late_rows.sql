set role ledger_owner;

-- Returns the rows effective on a day or earlier although their number is behind its end: backdated rows, and rows
-- that are not marked yet.
create or replace function ledger.late_rows(day date)
returns table (seq bigint, entry bigint, effective date, debit bigint, credit bigint, amount bigint)
language sql stable
set search_path = ledger, pg_temp
as $$
  select b.seq, b.entry, b.effective, b.debit, b.credit, b.amount
  from backdated b where b.effective <= day and b.seq > day_end(day)
  union all
  select r.*
  from sealed_between(
    coalesce((select max(seq) from marked), 0), coalesce((select max(last_seq) from seal_block), 0)) r
  where r.effective <= day
$$;

revoke all on function ledger.late_rows from public;
