-- The money that members deposited, invested and asked to withdraw, by the day: what limits and levels count. A deposit
-- that isn't credited yet counts at its quoted amount as long as it can be paid: until open_until, which is null for
-- money that has moved. cash_cents is what a withdrawal took from cash: neither redeemed principal nor profit.
-- over_cents is what a deposit took above the limit of its day, applied_limits are the limits that applied to it then.
-- Where neither was recorded, all of a deposit may be above the limit, and the present limit alone decides.
create or replace view public.eligibility_movement as
  select d.member_id, 'deposit' as operation, d.id as subject_id,
    (coalesce(d.decided_at, d.created_at) at time zone 'utc')::date as moved_on,
    coalesce(d.credited, d.amount) as cents,
    case d.status
      when 'awaiting_payment' then d.expires_at when 'pending' then 'infinity'::timestamptz end as open_until,
    0::bigint as cash_cents, coalesce(d.over_limit, d.credited, 0) as over_cents, d.applied_limits
  from deposit d where d.status in ('awaiting_payment', 'pending', 'completed')
  union all
  select p.member_id, 'invest', p.id, p.opened_on, p.principal_cents, null, 0, 0, null
  from position p where p.origin <> 'reinvested' and p.status <> 'reversed'
  union all
  select w.member_id, 'withdraw', w.id, (w.created_at at time zone 'utc')::date, w.amount, null,
    case w.source when 'balance' then w.amount - coalesce(
      (select sum(r.amount_cents) from position_redemption r where r.withdrawal_id = w.id), 0)::bigint else 0
    end, 0, null
  from withdrawal w where w.status not in ('rejected', 'cancelled', 'reversed');

grant select on public.eligibility_movement to candor_app;
