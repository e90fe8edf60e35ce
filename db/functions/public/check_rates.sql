-- Checks invariant 11 for the journal rows after a number: what coin was posted at is between half and twice the rate
-- of the quotes of a day before or after. Quotes of the same subject don't count. A reversal posts the rate of what it
-- undoes, which check_deposits() and check_results() compare.
create or replace function public.check_rates(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  with posted as materialized (
    select f.transfer_type, f.reference, f.effective_date,
      sum(f.amount) filter (where d.currency = 'USD') as cents,
      sum(f.amount) filter (where d.currency <> 'USD') as units,
      max(d.currency) filter (where d.currency <> 'USD') as coin
    from ledger.rows_after_seq(after_seq) f
    join ledger.accounts d on d.id = f.debit
    join ledger.accounts c on c.id = f.credit
    where f.transfer_type not in ('converted', 'deposit_reversed', 'income_reversed')
      and 'exchange' in (d.account_type, c.account_type)
    group by f.transfer_type, f.reference, f.effective_date)
  select 11, format('%s of %s cents for %s %s, worth %s at the rate of that day', p.transfer_type, p.cents, p.units,
    p.coin, w.worth), p.reference
  from posted p
  cross join lateral (
    select compute_coin_value(p.units, avg(q.rate), p.coin) as worth from (
      select q.rate from deposit q
      where q.coin = p.coin and q.id <> p.reference
        and q.created_at >= p.effective_date - 1 and q.created_at < p.effective_date + 2
      order by q.created_at desc limit 20) q) w
  where p.cents is not null and p.units is not null and w.worth is not null
    and (p.cents * 2 < w.worth - 1 or p.cents > w.worth * 2 + 2)
$$;

revoke all on function public.check_rates from public;
grant execute on function public.check_rates to candor_app, candor_read;
