-- Checks invariant 6 for some deposits, or all with null: a completed deposit has one journal row of the amount
-- credited and at most one position; no other deposit has any. What is credited is what arrived, coin at the rate
-- stored beside it and rounded down, or the amount asked for exactly the quoted coin at the quoted rate. In time, that
-- rate is between half and twice the quoted one. A reversed one has rows that undo exactly that, by the approval of two
-- admins; no other deposit has any. Several payments add up, each at its own rate and with its own receipt, and each
-- receipt is the output that the chain showed.
create or replace function public.check_deposits(only_ids text[])
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  -- The payments on chain that were credited, each at its own rate.
  with paid as materialized (
    select m.deposit_id, sum(compute_coin_value(p.units, m.rate, p.coin)) as worth,
      min(m.rate) as least_rate, max(m.rate) as highest_rate, array_agg(m.receipt_id order by m.receipt_id) as receipts
    from deposit_payment m join chain_payment p on p.id = m.payment_id
    where m.deposit_id is not null and m.receipt_id is not null and (only_ids is null or m.deposit_id = any (only_ids))
    group by m.deposit_id)
  select 6, format('%s, credited %s: the journal has %s rows of %s', d.status, d.credited, j.rows, j.amount), d.id
  from deposit d
  left join ledger.accounts a on a.code = 'member:' || d.member_id || ':cash'
  cross join lateral (
    select count(*) as rows, coalesce(sum(e.amount), 0) as amount from ledger.entries e
    where e.credit = a.id and e.transfer_type = 'deposit_confirmed' and e.reference = d.id) j
  where (only_ids is null or d.id = any (only_ids))
    and case when d.status in ('completed', 'reversed') then j.rows <> 1 or j.amount <> d.credited else j.rows <> 0 end
  union all
  select 6, format('has %s positions, says %s', count(p.id), coalesce(max(d.position_id), 'none')), d.id
  from deposit d left join position p on p.deposit_id = d.id
  where only_ids is null or d.id = any (only_ids)
  group by d.id
  having count(p.id) > 1 or max(p.id) is distinct from max(d.position_id)
  union all
  select 6, format('credited %s for %s %s at %s', d.credited, d.received, d.received_in, d.credit_rate), d.id
  from deposit d
  left join paid on paid.deposit_id = d.id
  where d.status in ('completed', 'reversed') and (only_ids is null or d.id = any (only_ids))
    and (d.credited <> case
        when d.received_in = 'USD' then d.received
        when (d.received, d.credit_rate, d.credited) = (d.coin_amount, d.rate, d.amount)
          and coalesce(paid.least_rate = d.rate and paid.highest_rate = d.rate, true)
          then least(d.amount, compute_coin_value(d.received, d.credit_rate, d.coin))
        when paid.worth is not null then paid.worth
        else compute_coin_value(d.received, d.credit_rate, d.coin) end
      or (d.received_in <> 'USD' and not d.late and d.credit_rate not between d.rate / 2 and d.rate * 2))
  union all
  select 6, format('received %s %s by %s, the receipt in the journal differs', d.received, d.received_in, d.receipt_id),
    d.id
  from deposit d
  left join paid on paid.deposit_id = d.id
  where d.status in ('completed', 'reversed') and (only_ids is null or d.id = any (only_ids))
    and not exists (
      select from ledger.entries e join ledger.accounts a on a.id = e.debit
      where e.reference = d.id and e.transfer_type = 'deposit_confirmed' and a.account_type = 'custody'
        and a.currency = d.received_in
      having sum(e.amount) = d.received and bool_or(e.receipt = d.receipt_id)
        and array_agg(e.receipt order by e.receipt) = coalesce(paid.receipts, array[d.receipt_id]))
  union all
  select 6, format('%s, credited %s, %s left its position: rows that reverse it take %s of cash, %s of principal, '
    '%s %s of custody', d.status, d.credited, p.reversed_cents, j.cash, j.principal, j.custody, d.received_in), d.id
  from deposit d
  left join position p on p.id = d.position_id
  cross join lateral (
    select count(*) as rows,
      coalesce(sum(e.amount) filter (where b.code = 'member:' || d.member_id || ':cash'), 0) as cash,
      coalesce(sum(e.amount) filter (where b.code = 'member:' || d.member_id || ':principal'), 0) as principal,
      coalesce(sum(e.amount) filter (where c.account_type = 'custody' and c.currency = d.received_in), 0) as custody,
      bool_and(e.approval is not distinct from d.reversal_approval_id) as approved
    from ledger.entries e
    join ledger.accounts b on b.id = e.debit
    join ledger.accounts c on c.id = e.credit
    where e.reference = d.id and e.transfer_type in ('deposit_reversed', 'principal_redeemed')) j
  where (only_ids is null or d.id = any (only_ids))
    and case when d.status = 'reversed'
      then (j.cash, j.principal, j.custody, j.approved)
        is distinct from (d.credited, coalesce(p.reversed_cents, 0), d.received, true)
      else j.rows <> 0 end
  union all
  select 6, format('is %s, and its position is %s', d.status, p.status), d.id
  from deposit d join position p on p.deposit_id = d.id
  where (only_ids is null or d.id = any (only_ids)) and (d.status = 'reversed') <> (p.status = 'reversed')
  union all
  select 6, format('payment %s was posted with another receipt', m.payment_id), m.deposit_id
  from deposit_payment m join chain_payment p on p.id = m.payment_id
  where m.deposit_id is not null and m.receipt_id is not null and (only_ids is null or m.deposit_id = any (only_ids))
    and not exists (
      select from ledger.receipts r where r.id = m.receipt_id
        and (r.source, r.reference, r.output_index, r.currency, r.amount)
          = (p.coin, p.txid, p.output_index, p.coin, p.units))
  union all
  select 6, 'was reversed otherwise than two admins approved', d.id
  from deposit d
  where d.status = 'reversed' and (only_ids is null or d.id = any (only_ids)) and not is_deposit_reversal_approved(d)
$$;

revoke all on function public.check_deposits from public;
grant execute on function public.check_deposits to candor_app, candor_read;
