set role ledger_owner;

-- Checks invariants 1, 3, 4, 8, 10 and 11 over everything, by sums and scans that do not use the running balances.
create or replace function ledger.check_sums()
returns table (invariant integer, problem text, subject text)
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
set work_mem = '256MB'
as $$
  with moved as materialized (
    select account, kind, sum(change) as change from (
      select debit as account, kind, -sum(amount) as change from journal group by debit, kind
      union all
      select credit, kind, sum(amount) from journal group by credit, kind) m
    group by account, kind),
  flow as (
    select a.code, a.class,
      sum(m.change) filter (where m.change > 0) as came, -sum(m.change) filter (where m.change < 0) as went
    from moved m join account a on a.id = m.account
    where a.class in ('plan_income', 'promotion')
    group by a.code, a.class)
  select 1, format('all accounts together hold %s', sum(m.change)), a.currency
  from moved m join account a on a.id = m.account
  group by a.currency having sum(m.change) <> 0
  union all
  select 1, 'an account is in no currency', m.account::text
  from moved m where not exists (select from account a where a.id = m.account)
  union all
  select case class when 'plan_income' then 4 else 10 end, format('%s went out, %s came in', went, came), code
  from flow where went > coalesce(came, 0)
  union all
  select 3, 'balance is below zero', code
  from account where balance < 0
  union all
  select 11, 'row has no actor or kind', entry::text
  from journal where coalesce(actor, '') = '' or coalesce(kind, '') = ''
  union all
  select 8, 'events are not unique', (count(*) - count(distinct id))::text
  from journal having count(*) <> count(distinct id)
$$;

revoke all on function ledger.check_sums from public;
grant execute on function ledger.check_sums to candor_app, candor_read;
