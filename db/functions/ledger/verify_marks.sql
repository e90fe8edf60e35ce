set role ledger_owner;

-- Recomputes the tables that reading by number and by day relies on.
create or replace function ledger.verify_marks()
returns table (problem text, block bigint, seq bigint, entry bigint, detail text)
language sql stable security definer
set search_path = ledger, pg_temp
set work_mem = '256MB'
set jit = off
as $$
  with mark as materialized (select array_agg(m.seq order by m.seq) as seqs from snapshot_end m),
  row as materialized (
    select r.*, max(r.effective) over (order by r.seq rows between unbounded preceding and 1 preceding) as latest
    from mark, chained_between(0, mark.seqs[cardinality(mark.seqs)]) r),
  -- Each row belongs to the first mark that is not below it.
  leg as (
    select width_bucket(row.seq - 1, mark.seqs) + 1 as place, debit as account, -amount as change from row, mark
    union all
    select width_bucket(row.seq - 1, mark.seqs) + 1, credit, amount from row, mark),
  moved as (
    select mark.seqs[leg.place] as seq, a.currency, a.class, sum(leg.change) as change
    from leg join account a on a.id = leg.account, mark
    group by 1, 2, 3),
  held as (
    select coalesce(c.seq, m.seq) as seq, coalesce(c.currency, m.currency) as currency,
      coalesce(c.class, m.class) as class, c.balance,
      sum(m.change) over (
        partition by coalesce(c.currency, m.currency), coalesce(c.class, m.class)
        order by coalesce(c.seq, m.seq)) as expected
    from account_type_snapshot c
    full join moved m on (m.seq, m.currency, m.class) = (c.seq, c.currency, c.class)),
  begun as (
    select row.effective, min(row.seq) as seq
    from row where latest is null or row.effective > latest
    group by row.effective)
  select 'sum of a class differs from its rows', null::bigint, h.seq, null::bigint,
    format('%s %s: %s, expected %s', h.currency, h.class, h.balance, h.expected)
  from held h
  where h.balance is distinct from h.expected
  union all
  select 'day does not begin where its mark says', null, coalesce(d.first_seq, b.seq), null,
    coalesce(d.day, b.effective)::text
  from day_mark d full join begun b on (b.effective, b.seq) = (d.day, d.first_seq)
  where d.day is null or b.effective is null
  union all
  select 'backdated row is not listed, or differs', null, coalesce(b.seq, l.seq), coalesce(b.entry, l.entry), null
  from backdated b
  full join (select * from row where row.effective < latest) l
    on (l.seq, l.entry, l.effective, l.debit, l.credit, l.amount)
      = (b.seq, b.entry, b.effective, b.debit, b.credit, b.amount)
  where b.seq is null or l.seq is null
$$;

revoke all on function ledger.verify_marks from public;
grant execute on function ledger.verify_marks to candor_app, candor_read;
