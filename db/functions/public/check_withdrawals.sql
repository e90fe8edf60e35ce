-- Checks invariant 6 for some withdrawals, or all with null: the amount stays held while one is open, and was
-- afterwards either paid or released, never both.
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
      case when w.status = 'completed' then w.amount else 0 end)
$$;

revoke all on function public.check_withdrawals from public;
grant execute on function public.check_withdrawals to candor_app, candor_read;
