-- Refuses to restore a part to its position after its term ended, or its plan recorded a loss or closed: it stays cash.
-- The lock of the plan makes a loss recorded at the same moment wait, or be visible here.
create or replace function public.refuse_restoration()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  because text;
begin
  perform from plan p join position o on o.plan_id = p.id where o.id = new.position_id for share of p;
  because := stays_cash_because(new.position_id, new.withdrawal_id, new.redeemed_on, new.restored_on);
  if because is not null then
    raise exception 'this part remains cash: %', because using errcode = 'check_violation';
  end if;
  return new;
end $$;
