-- Returns why a part that left a position stays cash when its withdrawal is released on a day: its deposit was
-- reversed ('reversed'), its term ended ('term'), its plan recorded a loss ('loss') or closed ('closed') meanwhile.
-- Null: the part returns to its position.
create or replace function public.stays_cash_because(
  part_position text, part_withdrawal text, redeemed_on date, on_day date)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  select case
    when o.status = 'reversed' then 'reversed'
    when o.matured_on is not null or o.matures_on <= on_day then 'term'
    when exists (
      select from plan_loss l where l.plan_id = o.plan_id and l.recorded_on >= redeemed_on)
      or exists (
        select from position_loss b where b.position_id = o.id and b.lost_on >= redeemed_on) then 'loss'
    when p.closed_at >= coalesce(
      (select w.created_at from withdrawal w where w.id = part_withdrawal), redeemed_on::timestamptz) then 'closed'
  end
  from position o join plan p on p.id = o.plan_id
  where o.id = part_position
$$;

revoke all on function public.stays_cash_because from public;
grant execute on function public.stays_cash_because to candor_app, candor_read;
