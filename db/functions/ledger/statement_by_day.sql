set role ledger_owner;

-- Returns the chained rows of one account whose effective date is within a span of business days, by day and number,
-- with the balance after each. The opening balance is computed once, and rows are looked up by their keys.
create or replace function ledger.statement_by_day(account bigint, first_day date, last_day date)
returns table (seq bigint, journal_id bigint, posted_at timestamptz, effective_date date, transfer_type text,
  other_account text, change bigint, balance bigint, reference text, reason text)
language sql stable security definer
set search_path = ledger, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
  with span as (select day_end(first_day - 1) as after_seq, day_end(last_day) as upto_seq),
  opening as materialized (select balance_on_day(statement_by_day.account, first_day - 1) as balance),
  run as (
    select
      greatest(r.first_id, r.first_id + span.after_seq + 1 - r.first_seq) as low,
      least(r.last_id, r.first_id + span.upto_seq - r.first_seq) as high
    from chain_run r, span
    where r.first_seq <= span.upto_seq
      and r.first_seq >= coalesce((
        select o.first_seq from chain_run o where o.first_seq <= span.after_seq + 1
        order by o.first_seq desc limit 1), 0)),
  reach as materialized (select min(low) as low, max(high) as high from run),
  own as (
    select get_seq(j.id) as seq, j.id as journal_id
    from journal j, reach where j.debit = account and j.id between reach.low and reach.high
    union all
    select get_seq(j.id), j.id
    from journal j, reach where j.credit = account and j.id between reach.low and reach.high
    union all
    select l.seq, l.journal_id from backdated_rows(last_day) l where account in (l.debit, l.credit)),
  line as materialized (
    select distinct own.seq, j.id, j.posted_at, j.effective_date, j.transfer_type,
      case when j.credit = account then j.debit else j.credit end as other,
      case when j.credit = account then j.amount else -j.amount end as change, j.reference, j.reason
    from own cross join lateral (select * from journal where id = own.journal_id offset 0) j
    where own.seq is not null and j.effective_date between first_day and last_day)
  select line.seq, line.id, line.posted_at, line.effective_date, line.transfer_type, a.code, line.change,
    (opening.balance + sum(line.change) over (order by line.effective_date, line.seq))::bigint,
    line.reference, line.reason
  from opening cross join line
  cross join lateral (select code from account where id = line.other offset 0) a
  order by line.effective_date, line.seq
$$;

revoke all on function ledger.statement_by_day from public;
grant execute on function ledger.statement_by_day to candor_app, candor_read;
