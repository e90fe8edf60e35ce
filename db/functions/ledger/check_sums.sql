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
    select account, transfer_type, sum(change) as change from (
      select debit as account, transfer_type, -sum(amount) as change from journal group by debit, transfer_type
      union all
      select credit, transfer_type, sum(amount) from journal group by credit, transfer_type) m
    group by account, transfer_type),
  flow as (
    select a.code, a.account_type,
      sum(m.change) filter (where m.change > 0) as received, -sum(m.change) filter (where m.change < 0) as paid_out
    from moved m join account a on a.id = m.account
    where a.account_type in ('plan_income', 'promotion')
    group by a.code, a.account_type)
  select 1, format('all accounts together hold %s', sum(m.change)), a.currency
  from moved m join account a on a.id = m.account
  group by a.currency having sum(m.change) <> 0
  union all
  select 1, 'an account does not exist', m.account::text
  from moved m where not exists (select from account a where a.id = m.account)
  union all
  select case account_type when 'plan_income' then 4 else 10 end,
    format('%s went out, %s came in', paid_out, received), code
  from flow where paid_out > coalesce(received, 0)
  union all
  select 3, 'balance is below zero', code
  from account where balance < 0
  union all
  select 11, 'row has no actor or transfer type', id::text
  from journal where coalesce(actor, '') = '' or coalesce(transfer_type, '') = ''
  union all
  select 8, 'idempotency keys are not unique', (count(*) - count(distinct idempotency_key))::text
  from journal having count(*) <> count(distinct idempotency_key)
$$;

revoke all on function ledger.check_sums from public;
grant execute on function ledger.check_sums to candor_app, candor_read;
