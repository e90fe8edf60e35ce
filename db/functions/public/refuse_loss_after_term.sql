-- Refuses a share of a loss for a position whose term has ended, or on another day than its loss.
create or replace function public.refuse_loss_after_term()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (
    select from shares s
    join position o on o.id = s.position_id
    join plan_loss l on l.id = s.loss_id
    where o.matures_on <= s.lost_on or o.matured_on is not null or s.lost_on <> l.recorded_on
      or o.plan_id <> l.plan_id) then
    raise exception 'a position whose term has ended, or of another plan or day, bears no share of this loss'
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
