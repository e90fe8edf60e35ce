set role ledger_owner;

-- Returns an account's balance now, including rows that are not chained yet.
create or replace function ledger.balance(account bigint)
returns bigint
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select coalesce(a.balance,
    balance_at_seq(a.id, (select coalesce(max(last_seq), 0) from chain_block)) + (
      select coalesce(sum(change), 0)::bigint from (
        select -amount from unchained_journal where debit = a.id
        union all
        select amount from unchained_journal where credit = a.id) u (change)))
  from account a where a.id = account
$$;

revoke all on function ledger.balance from public;
grant execute on function ledger.balance to candor_app, candor_read;
