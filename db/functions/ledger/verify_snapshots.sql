set role ledger_owner;

-- Recomputes the tables that reading by number and by day relies on.
create or replace function ledger.verify_snapshots()
returns table (problem text, block bigint, seq bigint, journal_id bigint, detail text)
language sql stable security definer
set search_path = ledger, pg_temp
set work_mem = '256MB'
set jit = off
as $$
  with mark as materialized (select array_agg(m.seq order by m.seq) as seqs from snapshot_end m),
  row as materialized (
    select r.*, max(r.effective_date) over (order by r.seq rows between unbounded preceding and 1 preceding) as latest
    from mark, list_chained_rows(0, mark.seqs[cardinality(mark.seqs)]) r),
  -- Each row belongs to the first mark that is not below it.
  leg as (
    select width_bucket(row.seq - 1, mark.seqs) + 1 as place, debit as account, -amount as change from row, mark
    union all
    select width_bucket(row.seq - 1, mark.seqs) + 1, credit, amount from row, mark),
  moved as (
    select mark.seqs[leg.place] as seq, a.currency, a.account_type, sum(leg.change) as change
    from leg join account a on a.id = leg.account, mark
    group by 1, 2, 3),
  compared as (
    select coalesce(c.seq, m.seq) as seq, coalesce(c.currency, m.currency) as currency,
      coalesce(c.account_type, m.account_type) as account_type, c.balance,
      sum(m.change) over (
        partition by coalesce(c.currency, m.currency), coalesce(c.account_type, m.account_type)
        order by coalesce(c.seq, m.seq)) as expected
    from account_type_snapshot c
    full join moved m on (m.seq, m.currency, m.account_type) = (c.seq, c.currency, c.account_type)),
  first_row as (
    select row.effective_date, min(row.seq) as seq
    from row where latest is null or row.effective_date > latest
    group by row.effective_date)
  select 'sum of an account type differs from its rows', null::bigint, h.seq, null::bigint,
    format('%s %s: %s, expected %s', h.currency, h.account_type, h.balance, h.expected)
  from compared h
  where h.balance is distinct from h.expected
  union all
  select 'day does not begin at its mark', null, coalesce(d.first_seq, b.seq), null,
    coalesce(d.day, b.effective_date)::text
  from day_mark d full join first_row b on (b.effective_date, b.seq) = (d.day, d.first_seq)
  where d.day is null or b.effective_date is null
  union all
  select 'backdated row is not listed, or differs', null, coalesce(b.seq, l.seq),
    coalesce(b.journal_id, l.journal_id), null
  from backdated b
  full join (select * from row where row.effective_date < latest) l
    on (l.seq, l.journal_id, l.effective_date, l.debit, l.credit, l.amount)
      = (b.seq, b.journal_id, b.effective_date, b.debit, b.credit, b.amount)
  where b.seq is null or l.seq is null
$$;

revoke all on function ledger.verify_snapshots from public;
grant execute on function ledger.verify_snapshots to candor_app, candor_read;
