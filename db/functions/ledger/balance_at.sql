set role ledger_owner;

-- Returns an account's balance after a sequence number. For a moment: balance_at(account, seq_at(moment)).
create or replace function ledger.balance_at(account bigint, seq bigint)
returns bigint
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select case when (select limited from class join account a on a.class = class.name where a.id = account) then
    -- The account's last row at or before the sequence number: within an account, entry and seq have the same order.
    coalesce((select balance from (
      (select entry, debit_balance as balance from journal j
        where debit = account and entry <= reach.highest and seq_of(entry) <= balance_at.seq
        order by entry desc limit 1)
      union all
      (select entry, credit_balance from journal j
        where credit = account and entry <= reach.highest and seq_of(entry) <= balance_at.seq
        order by entry desc limit 1)
    ) latest order by entry desc limit 1), 0)
  else coalesce(base.balance, 0) + movement(account, coalesce(base.seq, 0), balance_at.seq) end
  from (
    select max(highest_id) as highest from (
      select highest_id from chain_run where first_seq <= balance_at.seq order by first_seq desc limit 1) r) reach
  left join lateral (
    select c.seq, c.balance from balance_snapshot c
    where c.account = balance_at.account and c.seq <= balance_at.seq
    order by c.seq desc limit 1) base on true
$$;

revoke all on function ledger.balance_at from public;
grant execute on function ledger.balance_at to candor_app, candor_read;
