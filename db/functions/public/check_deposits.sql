-- Checks invariant 6 for some deposits, or all with null: a completed deposit has one journal row of the amount
-- credited and at most one position; no other deposit has any. What is credited is what arrived, coin at the rate
-- stored beside it and rounded down; in time, that rate is between half and twice the quoted one.
create or replace function public.check_deposits(only_ids text[])
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 6, format('%s, credited %s: the journal has %s rows of %s', d.status, d.credited, j.rows, j.amount), d.id
  from deposit d
  left join ledger.accounts a on a.code = 'member:' || d.member_id || ':cash'
  cross join lateral (
    select count(*) as rows, coalesce(sum(e.amount), 0) as amount from ledger.entries e
    where e.credit = a.id and e.transfer_type = 'deposit_confirmed' and e.reference = d.id) j
  where (only_ids is null or d.id = any (only_ids))
    and case when d.status = 'completed' then j.rows <> 1 or j.amount <> d.credited else j.rows <> 0 end
  union all
  select 6, format('has %s positions, says %s', count(p.id), coalesce(max(d.position_id), 'none')), d.id
  from deposit d left join position p on p.deposit_id = d.id
  where only_ids is null or d.id = any (only_ids)
  group by d.id
  having count(p.id) > 1 or max(p.id) is distinct from max(d.position_id)
  union all
  select 6, format('credited %s for %s %s at %s', d.credited, d.received, d.received_in, d.credit_rate), d.id
  from deposit d
  where d.status = 'completed' and (only_ids is null or d.id = any (only_ids))
    and (d.credited <> case d.received_in when 'USD' then d.received
        else compute_coin_value(d.received, d.credit_rate, d.coin) end
      or (d.received_in <> 'USD' and not d.late and d.credit_rate not between d.rate / 2 and d.rate * 2))
  union all
  select 6, format('received %s %s by %s, the receipt in the journal differs', d.received, d.received_in, d.receipt_id),
    d.id
  from deposit d
  where d.status = 'completed' and (only_ids is null or d.id = any (only_ids))
    and not exists (
      select from ledger.entries e join ledger.accounts a on a.id = e.debit
      where e.reference = d.id and e.transfer_type = 'deposit_confirmed' and e.receipt = d.receipt_id
        and a.account_type = 'custody' and (a.currency, e.amount) = (d.received_in, d.received))
$$;

revoke all on function public.check_deposits from public;
grant execute on function public.check_deposits to candor_app, candor_read;
