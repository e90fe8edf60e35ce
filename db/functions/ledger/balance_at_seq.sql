set role ledger_owner;

-- Returns an account's balance after a sequence number. For a moment: balance_at_seq(account, get_seq_at_time(moment)).
create or replace function ledger.balance_at_seq(account bigint, seq bigint)
returns bigint
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select case when (
    select t.non_negative from account_type t join account a on a.account_type = t.name where a.id = account) then
    -- The account's last row at or before the sequence number: within an account, id and seq have the same order.
    coalesce((select balance from (
      (select id, debit_balance as balance from journal j
        where debit = account and id <= reach.highest and get_seq(id) <= balance_at_seq.seq
        order by id desc limit 1)
      union all
      (select id, credit_balance from journal j
        where credit = account and id <= reach.highest and get_seq(id) <= balance_at_seq.seq
        order by id desc limit 1)
    ) latest order by id desc limit 1), 0)
  else coalesce(base.balance, 0) + sum_movement(account, coalesce(base.seq, 0), balance_at_seq.seq) end
  from (
    select max(highest_id) as highest from (
      select highest_id from chain_run where first_seq <= balance_at_seq.seq order by first_seq desc limit 1) r) reach
  left join lateral (
    select c.seq, c.balance from balance_snapshot c
    where c.account = balance_at_seq.account and c.seq <= balance_at_seq.seq
    order by c.seq desc limit 1) base on true
$$;

revoke all on function ledger.balance_at_seq from public;
grant execute on function ledger.balance_at_seq to candor_app, candor_read;
