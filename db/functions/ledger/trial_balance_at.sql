set role ledger_owner;

-- Returns the sums by currency and class after a sequence number.
create or replace function ledger.trial_balance_at(seq bigint)
returns table (currency text, class text, balance bigint)
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
as $$
  with base as (
    select coalesce((select max(m.seq) from snapshot_end m where m.seq <= trial_balance_at.seq), 0) as seq),
  run as (
    select
      greatest(r.first_id, r.first_id + base.seq + 1 - r.first_seq) as low,
      least(r.last_id, r.first_id + trial_balance_at.seq - r.first_seq) as high
    from chain_run r, base where r.first_seq > base.seq and r.first_seq <= trial_balance_at.seq),
  moved as (
    select j.debit, j.credit, j.amount
    from run cross join lateral (select * from journal where entry between low and high offset 0) j)
  select t.currency, t.class, sum(t.change)::bigint
  from (
    select c.currency, c.class, c.balance as change from account_type_snapshot c, base where c.seq = base.seq
    union all
    select a.currency, a.class, sum(m.change)
    from (
      select debit as account, -sum(moved.amount) as change from moved group by debit
      union all
      select credit, sum(moved.amount) from moved group by credit) m
    join account a on a.id = m.account
    group by a.currency, a.class) t
  group by t.currency, t.class
  order by t.currency, t.class
$$;

revoke all on function ledger.trial_balance_at from public;
grant execute on function ledger.trial_balance_at to candor_app, candor_read;
