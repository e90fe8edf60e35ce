set role ledger_owner;

-- Returns the sums by currency and account type after a sequence number.
create or replace function ledger.trial_balance_at_seq(seq bigint)
returns table (currency text, account_type text, balance bigint)
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
as $$
  with base as (
    select coalesce((select max(m.seq) from snapshot_end m where m.seq <= trial_balance_at_seq.seq), 0) as seq),
  run as (
    select
      greatest(r.first_id, r.first_id + base.seq + 1 - r.first_seq) as low,
      least(r.last_id, r.first_id + trial_balance_at_seq.seq - r.first_seq) as high
    from chain_run r, base where r.first_seq > base.seq and r.first_seq <= trial_balance_at_seq.seq),
  moved as (
    select j.debit, j.credit, j.amount
    from run cross join lateral (select * from journal where id between low and high offset 0) j)
  select t.currency, t.account_type, sum(t.change)::bigint
  from (
    select c.currency, c.account_type, c.balance as change from account_type_snapshot c, base where c.seq = base.seq
    union all
    select a.currency, a.account_type, sum(m.change)
    from (
      select debit as account, -sum(moved.amount) as change from moved group by debit
      union all
      select credit, sum(moved.amount) from moved group by credit) m
    join account a on a.id = m.account
    group by a.currency, a.account_type) t
  group by t.currency, t.account_type
  order by t.currency, t.account_type
$$;

revoke all on function ledger.trial_balance_at_seq from public;
grant execute on function ledger.trial_balance_at_seq to candor_app, candor_read;
