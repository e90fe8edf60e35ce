-- The books at any sealed number or house date: balances, trial balances, statements.
--
-- A number is quick: a block's rows are known. A date counts rows by their effective day, which nearly always grows with the
-- number; so it is enough to know where each day begins (day_mark), and the few rows that came late for their day (backdated):
--   Let end(D) be the last number before the first row of a later day than D. A row up to end(D) counts for D or earlier. A row
--   behind it counts for D only if it is backdated, and those are listed. What is sealed but not marked yet is looked at one by one.
set role ledger_owner;
set search_path = ledger;

create table class_checkpoint (                                       -- sums by class after a sealed number; the number is a block's last
  seq bigint, currency text, class text, balance bigint not null, primary key (seq, currency, class));
create table marked (                                                 -- everything up to here is in the three tables
  seq bigint primary key);
create table day_mark (                                               -- the first number with a day later than all before
  day date primary key, first_seq bigint not null unique);
create table backdated (                                              -- rows of an earlier day than one before them
  seq bigint primary key, entry bigint not null, effective date not null, debit bigint not null, credit bigint not null, amount bigint not null);
create index backdated_effective on backdated (effective);
do $$ declare name text; begin
  foreach name in array array['class_checkpoint', 'marked', 'day_mark', 'backdated'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function append_only()', name);
    execute format('create trigger never_truncated before truncate on %I execute function append_only()', name);
  end loop;
end $$;

-- The rows of the runs after one block's last number up to another's, in the order of their numbers.
create function sealed_between(after_seq bigint, upto_seq bigint) returns table (seq bigint, entry bigint, effective date, debit bigint, credit bigint, amount bigint)
language sql stable set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select run.first_seq + j.entry - run.first_entry, j.entry, j.effective, j.debit, j.credit, j.amount
  from (select * from seal_run where first_seq > after_seq and first_seq <= upto_seq order by first_seq) run
  cross join lateral (select * from journal where entry between run.first_entry and run.last_entry order by entry offset 0) j $$;

-- Spares reading the way back to the first row. Run it every few minutes, after seal().
create or replace function write_checkpoints() returns void language plpgsql security definer set search_path = ledger, pg_temp set jit = off as $$
declare
  head    bigint;
  before  bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.checkpoints', 0));
  head := (select max(last_seq) from seal_block);
  before := coalesce((select max(seq) from marked), 0);
  if head is null or head = before then return; end if;
  insert into checkpoint select a.id, head, balance_at(a.id, head) from account a where a.balance is null on conflict do nothing;
  with fresh as materialized (
    select r.*, greatest((select max(day) from day_mark), max(r.effective) over (order by r.seq rows between unbounded preceding and 1 preceding)) as latest
    from sealed_between(before, head) r),
  moved as (select debit as account, -sum(amount) as change from fresh group by debit union all select credit, sum(amount) from fresh group by credit),
  summed as (insert into class_checkpoint
    select head, currency, class, sum(change) from (
      select currency, class, balance as change from class_checkpoint where seq = before
      union all select a.currency, a.class, m.change from moved m join account a on a.id = m.account) c group by currency, class),
  begun as (insert into day_mark select effective, min(seq) from fresh where latest is null or effective > latest group by effective),
  late as (insert into backdated select seq, entry, effective, debit, credit, amount from fresh where effective < latest)
  insert into marked values (head);
end $$;

-- The last number up to which every row counts for this day or an earlier one, among those that are marked.
create function day_end(day date) returns bigint language sql stable security definer set search_path = ledger, pg_temp as $$
  select coalesce((select first_seq - 1 from day_mark m where m.day > day_end.day order by m.day limit 1), (select max(seq) from marked), 0) $$;

-- Rows that count for a day although their number is behind its end: backdated ones, and what isn't marked yet.
create function late_rows(day date) returns table (seq bigint, entry bigint, effective date, debit bigint, credit bigint, amount bigint)
language sql stable set search_path = ledger, pg_temp as $$
  select b.seq, b.entry, b.effective, b.debit, b.credit, b.amount from backdated b where b.effective <= day and b.seq > day_end(day)
  union all
  select r.* from sealed_between(coalesce((select max(seq) from marked), 0), coalesce((select max(last_seq) from seal_block), 0)) r where r.effective <= day $$;

-- Balance at the end of a house day, of the rows that are sealed by now.
create function balance_on(account bigint, day date) returns bigint language sql stable security definer set search_path = ledger, pg_temp as $$
  select balance_at(account, day_end(day)) + coalesce((select sum(case when l.credit = account then l.amount else -l.amount end)
    from late_rows(day) l where account in (l.debit, l.credit)), 0)::bigint $$;

-- Sums by currency and class after a sealed number.
create function trial_balance_at(seq bigint) returns table (currency text, class text, balance bigint)
language sql stable security definer set search_path = ledger, pg_temp set jit = off as $$
  with base as (select coalesce((select max(m.seq) from marked m where m.seq <= trial_balance_at.seq), 0) as seq),
  run as (select greatest(r.first_entry, r.first_entry + base.seq + 1 - r.first_seq) as low, least(r.last_entry, r.first_entry + trial_balance_at.seq - r.first_seq) as high
    from seal_run r, base where r.first_seq > base.seq and r.first_seq <= trial_balance_at.seq),
  moved as (select j.debit, j.credit, j.amount from run cross join lateral (select * from journal where entry between low and high offset 0) j)
  select t.currency, t.class, sum(t.change)::bigint from (
    select c.currency, c.class, c.balance as change from class_checkpoint c, base where c.seq = base.seq
    union all select a.currency, a.class, sum(m.change) from (
      select debit as account, -sum(moved.amount) as change from moved group by debit union all select credit, sum(moved.amount) from moved group by credit) m
      join account a on a.id = m.account group by a.currency, a.class) t
  group by t.currency, t.class order by t.currency, t.class $$;

-- The same at the end of a house day.
create function trial_balance_on(day date) returns table (currency text, class text, balance bigint)
language sql stable security definer set search_path = ledger, pg_temp as $$
  select t.currency, t.class, sum(t.change)::bigint from (
    select b.currency, b.class, b.balance as change from trial_balance_at(day_end(day)) b
    union all select a.currency, a.class, case when a.id = l.credit then l.amount else -l.amount end from late_rows(day) l join account a on a.id in (l.debit, l.credit)) t
  group by t.currency, t.class order by t.currency, t.class $$;

-- Sealed rows of one account that count for a span of house days, in the order of their days and numbers, with the balance after each.
create function statement_on(account bigint, first_day date, last_day date)
returns table (seq bigint, entry bigint, posted_at timestamptz, effective date, kind text, other_account text, change bigint, balance bigint, reference text, reason text)
language sql stable security definer set search_path = ledger, pg_temp as $$
  with span as (select day_end(first_day - 1) as after_seq, day_end(last_day) as upto_seq),
  run as (select greatest(r.first_entry, r.first_entry + span.after_seq + 1 - r.first_seq) as low, least(r.last_entry, r.first_entry + span.upto_seq - r.first_seq) as high
    from seal_run r, span where r.first_seq <= span.upto_seq
      and r.first_seq >= coalesce((select o.first_seq from seal_run o where o.first_seq <= span.after_seq + 1 order by o.first_seq desc limit 1), 0)),
  reach as (select min(low) as low, max(high) as high from run),
  own as (
    select seq_of(j.entry) as seq, j.entry from journal j, reach where j.debit = account and j.entry between reach.low and reach.high
    union all select seq_of(j.entry), j.entry from journal j, reach where j.credit = account and j.entry between reach.low and reach.high
    union all select l.seq, l.entry from late_rows(last_day) l where account in (l.debit, l.credit)),
  line as (select distinct own.seq, j.entry, j.posted_at, j.effective, j.kind, case when j.credit = account then j.debit else j.credit end as other,
      case when j.credit = account then j.amount else -j.amount end as change, j.reference, j.reason
    from own join journal j on j.entry = own.entry where own.seq is not null and j.effective between first_day and last_day)
  select line.seq, line.entry, line.posted_at, line.effective, line.kind, a.code, line.change,
    (balance_on(statement_on.account, first_day - 1) + sum(line.change) over (order by line.effective, line.seq))::bigint, line.reference, line.reason
  from line join account a on a.id = line.other order by line.effective, line.seq $$;

-- Recomputes what reading by number and day relies on.
create function verify_marks() returns table (problem text, block bigint, seq bigint, entry bigint, detail text)
language sql stable security definer set search_path = ledger, pg_temp set work_mem = '256MB' set jit = off as $$
  with mark as materialized (select array_agg(m.seq order by m.seq) as seqs from marked m),
  row as materialized (select r.*, max(r.effective) over (order by r.seq rows between unbounded preceding and 1 preceding) as latest
    from mark, sealed_between(0, mark.seqs[cardinality(mark.seqs)]) r),
  -- Each row belongs to the first mark that is not below it.
  leg as (select width_bucket(row.seq - 1, mark.seqs) + 1 as place, debit as account, -amount as change from row, mark
    union all select width_bucket(row.seq - 1, mark.seqs) + 1, credit, amount from row, mark),
  moved as (select mark.seqs[leg.place] as seq, a.currency, a.class, sum(leg.change) as change
    from leg join account a on a.id = leg.account, mark group by 1, 2, 3),
  held as (select coalesce(c.seq, m.seq) as seq, coalesce(c.currency, m.currency) as currency, coalesce(c.class, m.class) as class, c.balance,
      sum(m.change) over (partition by coalesce(c.currency, m.currency), coalesce(c.class, m.class) order by coalesce(c.seq, m.seq)) as expected
    from class_checkpoint c full join moved m on (m.seq, m.currency, m.class) = (c.seq, c.currency, c.class)),
  begun as (select row.effective, min(row.seq) as seq from row where latest is null or row.effective > latest group by row.effective)
  select 'sum of a class differs from its rows', null::bigint, h.seq, null::bigint, format('%s %s: %s, expected %s', h.currency, h.class, h.balance, h.expected)
    from held h where h.balance is distinct from h.expected
  union all select 'day does not begin where its mark says', null, coalesce(d.first_seq, b.seq), null, coalesce(d.day, b.effective)::text
    from day_mark d full join begun b on (b.effective, b.seq) = (d.day, d.first_seq) where d.day is null or b.effective is null
  union all select 'backdated row is not listed, or differs', null, coalesce(b.seq, l.seq), coalesce(b.entry, l.entry), null
    from backdated b full join (select * from row where row.effective < latest) l
      on (l.seq, l.entry, l.effective, l.debit, l.credit, l.amount) = (b.seq, b.entry, b.effective, b.debit, b.credit, b.amount)
    where b.seq is null or l.seq is null $$;

create or replace function verify() returns table (problem text, block bigint, seq bigint, entry bigint, detail text)
language sql stable security definer set search_path = ledger, pg_temp as $$
  select * from (select * from verify_chain() union all select * from verify_balances() union all select * from verify_marks()) v
  order by entry nulls last, seq $$;

revoke all on function sealed_between, day_end, late_rows, balance_on, trial_balance_at, trial_balance_on, statement_on, verify_marks from public;
grant execute on function day_end, balance_on, trial_balance_at, trial_balance_on, statement_on, verify_marks to candor_app;
select write_checkpoints();
