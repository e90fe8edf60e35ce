set role ledger_owner;

-- Checks invariants 1, 2, 3, 4, 8, 10 and 11 for the rows after a number and the accounts that they touch.
create or replace function ledger.check_rows(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
set work_mem = '64MB'
as $$
  with fresh as materialized (select * from rows_after(after_seq)),
  leg as materialized (
    select fresh.entry, account, change, balance_after
    from fresh
    cross join lateral (values (debit, -amount, debit_balance), (credit, amount, credit_balance))
      as leg (account, change, balance_after)),
  -- What a limited account held before each of its rows: read from its previous row, on either side.
  followed as (
    select leg.entry, a.code, leg.balance_after, leg.change, coalesce((select balance from (
        (select entry, debit_balance as balance from journal
          where debit = leg.account and entry < leg.entry order by entry desc limit 1)
        union all
        (select entry, credit_balance from journal
          where credit = leg.account and entry < leg.entry order by entry desc limit 1)) b
      order by entry desc limit 1), 0) as before
    from leg join account a on a.id = leg.account
    where a.balance is not null),
  touched as (
    select a.id, a.code, a.class, a.balance, coalesce((select balance from (
        (select entry, debit_balance as balance from journal where debit = a.id order by entry desc limit 1)
        union all
        (select entry, credit_balance from journal where credit = a.id order by entry desc limit 1)) b
      order by entry desc limit 1), 0) as last
    from account a
    where a.balance is not null and a.id in (select account from leg))
  select 1, 'debit and credit differ in currency', f.entry::text
  from fresh f
  join account d on d.id = f.debit
  join account c on c.id = f.credit
  where d.currency <> c.currency
  union all
  select 2, format('%s: running balance %s does not follow from %s', code, balance_after, before), entry::text
  from followed
  where balance_after is distinct from before + change
  union all
  select 2, format('balance %s, its rows say %s', balance, last), code
  from touched where balance <> last
  union all
  select 3, 'balance is below zero', code
  from touched where balance < 0 or last < 0
  union all
  select case class when 'plan_income' then 4 else 10 end, 'more went out than came in', code
  from touched where class in ('plan_income', 'promotion') and last < 0
  union all
  select 8, 'event was posted more than once', f.id::text
  from (select distinct id from fresh) f
  where (select count(*) from journal j where j.id = f.id) > 1
  union all
  select 8, 'receipt was used more than once', f.receipt
  from (select distinct receipt from fresh where receipt is not null) f
  where (select count(*) from journal j where j.receipt = f.receipt) > 1
  union all
  select 11, 'row has no actor or kind', entry::text
  from fresh where coalesce(actor, '') = '' or coalesce(kind, '') = ''
  union all
  select 11, format('%s from %s to %s is against the chart', f.kind, d.code, c.code), f.entry::text
  from fresh f
  left join account d on d.id = f.debit
  left join account c on c.id = f.credit
  left join route r on (r.kind, r.debit_type, r.credit_type) = (f.kind, d.class, c.class)
  where r.kind is null
    or (r.needs_reason and coalesce(f.reason, '') = '')
    or r.needs_receipt <> (f.receipt is not null)
    or (f.approval is null and exists (
      select from approval_rule u
      where (u.kind, u.debit_type, u.credit_type) = (f.kind, d.class, c.class)
        and u.since_id <= f.entry and u.from_amount <= f.amount))
$$;

revoke all on function ledger.check_rows from public;
grant execute on function ledger.check_rows to candor_app, candor_read;
