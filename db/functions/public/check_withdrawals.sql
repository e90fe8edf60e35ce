-- Checks invariant 6 for some withdrawals, or all with null: the amount stays held while one is open, and was
-- afterwards either paid or released, never both, and the address is the wallet's and the approved one. What is paid is
-- the rest at the rate stored beside it, rounded down. A reversed payment has rows that undo exactly that, by the
-- approval of two admins; no other withdrawal has any. Whose accounts its rows touch: check_withdrawal_rows().
create or replace function public.check_withdrawals(only_ids text[])
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 6,
    format('%s, of %s: held %s, released %s, paid out %s', w.status, w.amount, j.held, j.released, j.paid), w.id
  from withdrawal w
  left join ledger.accounts a on a.code
    = 'member:' || w.member_id || case w.source when 'profit' then ':hold_profit' else ':hold_cash' end
  cross join lateral (
    select
      coalesce(sum(amount) filter (where transfer_type = 'withdrawal_held'), 0) as held,
      coalesce(sum(amount) filter (where transfer_type = 'withdrawal_released'), 0) as released,
      coalesce(sum(amount) filter (where transfer_type in ('withdrawal_paid', 'fee_charged')), 0) as paid
    from (
      select transfer_type, amount from ledger.entries where credit = a.id and reference = w.id
      union all
      select transfer_type, amount from ledger.entries where debit = a.id and reference = w.id) e) j
  where (only_ids is null or w.id = any (only_ids))
    and (j.held, j.released, j.paid) is distinct from (
      w.amount,
      case when w.status in ('rejected', 'cancelled') then w.amount else 0 end,
      case when w.status in ('completed', 'reversed') then w.amount else 0 end)
  union all
  select * from check_wallets(only_ids)
  union all
  select 6, 'is not what the second admin approved', w.id
  from withdrawal w left join approvals.proposals p on p.id = w.approval_id and p.permission = 'withdrawal.approve'
  where w.approval_id is not null and (only_ids is null or w.id = any (only_ids))
    and (w.id, w.member_id, w.amount::text, w.coin, w.address) is distinct from (p.subject_id,
      p.content::json ->> 'memberId', p.content::json ->> 'amount', p.content::json ->> 'coin',
      p.content::json ->> 'address')
  union all
  select 6, format('pays %s %s for %s at %s', w.coin_amount, w.coin, w.amount - w.fee, w.rate), w.id
  from withdrawal w join ledger.currency c on c.code = w.coin
  where w.coin_amount is not null and (only_ids is null or w.id = any (only_ids))
    and w.coin_amount <> div((w.amount - w.fee)::numeric * 1000000 * power(10::numeric, c.scale), w.rate * 100::numeric)
  union all
  select 6, format('%s, of %s and %s %s: rows that reverse it give back %s and %s', w.status, w.amount, w.coin_amount,
    w.coin, j.cents, j.units), w.id
  from withdrawal w
  cross join lateral (
    select count(*) as rows,
      coalesce(sum(e.amount) filter (where c.code = 'member:' || w.member_id
        || case w.source when 'profit' then ':profit' else ':cash' end), 0) as cents,
      coalesce(sum(e.amount) filter (where b.account_type = 'custody' and b.currency = w.coin), 0) as units,
      bool_and(e.approval is not distinct from w.reversal_approval_id) as approved
    from ledger.entries e
    join ledger.accounts b on b.id = e.debit
    join ledger.accounts c on c.id = e.credit
    where e.reference = w.id and e.transfer_type in ('withdrawal_reversed', 'fee_reversed')) j
  where (only_ids is null or w.id = any (only_ids))
    and case when w.status = 'reversed'
      then (j.cents, j.units, j.approved) is distinct from (w.amount, w.coin_amount, true)
        or not is_withdrawal_reversal_approved(w)
      else j.rows <> 0 end
$$;

revoke all on function public.check_withdrawals from public;
grant execute on function public.check_withdrawals to candor_app, candor_read;
