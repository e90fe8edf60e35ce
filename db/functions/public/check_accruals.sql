-- Checks invariant 4 for some positions, or all with null: terms are those of their plan version, day and principal
-- those of the journal row that opened the position, and what fell due is what the position had accrued:
-- floor(target × cents × days / (10,000 × term)), see computeAccrued() in the plans module.
create or replace function public.check_accruals(only_ids text[])
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  with matured as (
    select * from position o where o.matured_on is not null and o.status <> 'reversed'
      and (only_ids is null or o.id = any (only_ids))),
  part as (
    select o.id, least(greatest(p.left_on - o.opened_on, 0), o.term_days) as days, p.amount_cents
    from matured o
    join (
      select position_id, amount_cents, redeemed_on as left_on from position_redemption where restored_on is null
      union all
      select position_id, amount_cents, lost_on from position_loss) p on p.position_id = o.id),
  left_over as (
    select id, sum(amount_cents) as cents, sum(amount_cents::numeric * days) as cent_days from part group by id)
  select 4, format('%s fell due, and %s had accrued', o.return_due, a.accrued), o.id
  from matured o
  left join left_over l on l.id = o.id
  cross join lateral (
    select div(o.target_bps * (coalesce(l.cent_days, 0)
        + (o.principal_cents - coalesce(l.cents, 0)) * o.term_days::numeric), 10000 * o.term_days::numeric)
      as accrued) a
  where o.return_due <> a.accrued
  union all
  select 4, format('has %s basis points in %s days of plan %s, its version %s in %s of plan %s',
    o.target_bps, o.term_days, o.plan_id, v.target_bps, v.term_days, v.plan_id), o.id
  from position o join plan_version v on v.id = o.plan_version_id
  where (only_ids is null or o.id = any (only_ids))
    and (o.target_bps, o.term_days, o.plan_id) is distinct from (v.target_bps, v.term_days, v.plan_id)
  union all
  select 4, format('opened on %s with %s, the journal has %s', o.opened_on, o.principal_cents,
    coalesce(j.amount || ' on ' || j.effective_date, 'no row')), o.id
  from position o
  left join ledger.entries j on j.idempotency_key
    = get_idempotency_key(coalesce('deposit/' || o.deposit_id || '/position', 'position/' || o.id || '/open'))
  left join ledger.accounts c on c.id = j.credit
  where (only_ids is null or o.id = any (only_ids))
    -- A return may be added to the position it is reinvested in.
    and ((j.effective_date, c.code) is distinct from (o.opened_on, 'member:' || o.member_id || ':principal')
      or j.amount > o.principal_cents
      or (j.amount < o.principal_cents and o.reinvested_from is null))
$$;

revoke all on function public.check_accruals from public;
grant execute on function public.check_accruals to candor_app, candor_read;
