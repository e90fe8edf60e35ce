-- Refuses to reverse a position that bore a loss or whose term was settled, and any change of a reversed one.
create or replace function public.check_position_reversal()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if old.status not in ('open', 'redeemed') or old.matured_on is not null
    or new.reversed_cents is distinct from old.remaining_cents
    or exists (select from position_loss where position_id = new.id) then
    raise exception 'a position is reversed once, before it bore a loss or matured, with all that is left of it'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
