set role ledger_owner;

-- Returns what each member with a balance was owed after a number that is at most the last chained one.
create or replace function ledger.list_liabilities(seq bigint)
returns table (owner text, cash bigint, invested bigint, profit bigint, pending bigint)
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
as $$
  with later as (
    select account, sum(change) as change
    from (
      select debit as account, -amount as change from rows_after_seq(list_liabilities.seq)
      union all
      select credit, amount from rows_after_seq(list_liabilities.seq)) u
    group by account),
  owed as (
    select a.owner, a.account_type, (a.balance - coalesce(l.change, 0))::bigint as balance
    from account a left join later l on l.account = a.id
    where a.account_type like 'member\_%')
  select o.owner,
    coalesce(sum(o.balance) filter (where o.account_type = 'member_cash'), 0)::bigint,
    coalesce(sum(o.balance) filter (where o.account_type = 'member_principal'), 0)::bigint,
    coalesce(sum(o.balance) filter (where o.account_type = 'member_profit'), 0)::bigint,
    coalesce(sum(o.balance) filter (where o.account_type in ('member_hold_cash', 'member_hold_profit')), 0)::bigint
  from owed o
  group by o.owner
  having bool_or(o.balance <> 0)
$$;

revoke all on function ledger.list_liabilities from public;
