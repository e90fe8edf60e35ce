set role ledger_owner;

-- Checks invariants 1, 2, 3, 4, 8, 10 and 11 for the rows after a number and the accounts that they touch.
create or replace function ledger.check_rows(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
set work_mem = '64MB'
as $$
  with added as materialized (select * from rows_after_seq(after_seq)),
  leg as materialized (
    select added.id as journal_id, account, change, balance_after
    from added
    cross join lateral (values (debit, -amount, debit_balance), (credit, amount, credit_balance))
      as leg (account, change, balance_after)),
  -- What a non-negative account held before each of its rows: read from its previous row, on either side.
  followed as (
    select leg.journal_id, a.code, leg.balance_after, leg.change, coalesce((select balance from (
        (select id, debit_balance as balance from journal
          where debit = leg.account and id < leg.journal_id order by id desc limit 1)
        union all
        (select id, credit_balance from journal
          where credit = leg.account and id < leg.journal_id order by id desc limit 1)) b
      order by id desc limit 1), 0) as previous
    from leg join account a on a.id = leg.account
    where a.balance is not null),
  touched as (
    select a.id, a.code, a.account_type, a.balance, coalesce((select balance from (
        (select id, debit_balance as balance from journal where debit = a.id order by id desc limit 1)
        union all
        (select id, credit_balance from journal where credit = a.id order by id desc limit 1)) b
      order by id desc limit 1), 0) as last
    from account a
    where a.balance is not null and a.id in (select account from leg))
  select 1, 'debit and credit differ in currency', f.id::text
  from added f
  join account d on d.id = f.debit
  join account c on c.id = f.credit
  where d.currency <> c.currency
  union all
  select 2, format('%s: running balance %s does not follow from %s', code, balance_after, previous), journal_id::text
  from followed
  where balance_after is distinct from previous + change
  union all
  select 2, format('balance %s, the sum of its rows is %s', balance, last), code
  from touched where balance <> last
  union all
  select 3, 'balance is below zero', code
  from touched where balance < 0 or last < 0
  union all
  select case account_type when 'plan_income' then 4 else 10 end, 'more went out than came in', code
  from touched where account_type in ('plan_income', 'promotion') and last < 0
  union all
  select 8, 'idempotency key was posted more than once', f.idempotency_key::text
  from (select distinct idempotency_key from added) f
  where (select count(*) from journal j where j.idempotency_key = f.idempotency_key) > 1
  union all
  select 8, 'receipt was used more than once', f.receipt
  from (select distinct receipt from added where receipt is not null) f
  where (select count(*) from journal j where j.receipt = f.receipt) > 1
  union all
  select 11, 'row has no actor or transfer type', id::text
  from added where coalesce(actor, '') = '' or coalesce(transfer_type, '') = ''
  union all
  select 11, format('no posting rule allows %s from %s to %s', f.transfer_type, d.code, c.code), f.id::text
  from added f
  left join account d on d.id = f.debit
  left join account c on c.id = f.credit
  left join posting_rule r
    on (r.transfer_type, r.debit_type, r.credit_type) = (f.transfer_type, d.account_type, c.account_type)
  where r.transfer_type is null
    or (r.needs_reason and coalesce(f.reason, '') = '')
    or r.needs_receipt <> (f.receipt is not null)
    or (f.approval is null and exists (
      select from approval_rule u
      where (u.transfer_type, u.debit_type, u.credit_type) = (f.transfer_type, d.account_type, c.account_type)
        and u.since_id <= f.id and u.from_amount <= f.amount))
  union all
  select 11, format('%s from %s to %s is between two members', f.transfer_type, d.code, c.code), f.id::text
  from added f
  join account d on d.id = f.debit
  join account c on c.id = f.credit
  where d.code like 'member:%' and c.code like 'member:%' and split_part(d.code, ':', 2) <> split_part(c.code, ':', 2)
  union all
  select 11, format('%s within 24 hours without an approval', x.transfer_type), x.journal_id::text
  from daily_excesses((select min(posted_at) from added)) x
  where x.journal_id in (select id from added)
$$;

revoke all on function ledger.check_rows from public;
grant execute on function ledger.check_rows to candor_app, candor_read;
