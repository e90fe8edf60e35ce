-- The money that members deposited, invested and asked to withdraw, by the day: what limits and levels count.
create or replace view public.eligibility_movement as
  select d.member_id, 'deposit' as operation, d.id as subject_id, (d.decided_at at time zone 'utc')::date as moved_on,
    d.credited as cents
  from deposit d where d.status = 'completed'
  union all
  select p.member_id, 'invest', p.id, p.opened_on, p.principal_cents
  from position p where p.origin <> 'reinvested' and p.status <> 'reversed'
  union all
  select w.member_id, 'withdraw', w.id, (w.created_at at time zone 'utc')::date, w.amount
  from withdrawal w where w.status not in ('rejected', 'cancelled', 'reversed');

grant select on public.eligibility_movement to candor_app;
