-- Refuses a loss while a position of the plan whose term has ended isn't settled, and locks the plan: a part that a
-- released withdrawal restores at the same moment waits.
create or replace function public.require_settled_terms()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  perform from plan where id = new.plan_id for no key update;
  if exists (
    select from position
    where matures_on <= new.recorded_on and matured_on is null and plan_id = new.plan_id and status = 'open') then
    raise exception 'positions of this plan whose term has ended are not settled' using errcode = 'check_violation';
  end if;
  return new;
end $$;
