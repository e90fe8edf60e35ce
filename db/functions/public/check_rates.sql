-- Checks invariant 11 for the journal rows after a number: what coin was posted at is between half and twice the rate
-- of the quotes within 36 hours of the moment whose rate it has: when a deposit arrived, when a withdrawal was
-- approved, when another approval was requested, else its day. A row may be posted long after that moment. Quotes of
-- the same subject don't count. A reversal posts the rate of what it undoes, which check_deposits(),
-- check_results() and check_withdrawals() compare.
create or replace function public.check_rates(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  with posted as materialized (
    select f.transfer_type, f.reference,
      sum(f.amount) filter (where d.currency = 'USD') as cents,
      sum(f.amount) filter (where d.currency <> 'USD') as units,
      max(d.currency) filter (where d.currency <> 'USD') as coin,
      coalesce(
        (select arrived_at from deposit where id = f.reference),
        (select rate_at from withdrawal where id = f.reference),
        (select p.proposed_at from approvals.proposals p where p.id = f.approval),
        (f.effective_date + interval '12 hours') at time zone 'UTC') as at
    from ledger.rows_after_seq(after_seq) f
    join ledger.accounts d on d.id = f.debit
    join ledger.accounts c on c.id = f.credit
    where f.transfer_type not in ('converted', 'deposit_reversed', 'income_reversed', 'withdrawal_reversed')
      and 'exchange' in (d.account_type, c.account_type)
    group by f.transfer_type, f.reference, f.approval, f.effective_date)
  select 11, format('%s of %s cents for %s %s, worth %s at the rate of %s', p.transfer_type, p.cents, p.units,
    p.coin, w.worth, p.at at time zone 'UTC'), p.reference
  from posted p
  cross join lateral (
    select compute_coin_value(p.units, avg(q.rate), p.coin) as worth from (
      (select rate from deposit
        where coin = p.coin and id <> p.reference
          and created_at <= p.at and created_at >= p.at - interval '36 hours'
        order by created_at desc limit 10)
      union all
      (select rate from deposit
        where coin = p.coin and id <> p.reference
          and created_at > p.at and created_at <= p.at + interval '36 hours'
        order by created_at limit 10)) q) w
  where p.cents is not null and p.units is not null and w.worth is not null
    and (p.cents * 2 < w.worth - 1 or p.cents > w.worth * 2 + 2)
$$;

revoke all on function public.check_rates from public;
grant execute on function public.check_rates to candor_app, candor_read;
