-- Records a return that falls due as owed. A return due is never lowered: owed_return can't go below zero.
create or replace function public.owe_return()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  insert into owed_return as w
    values (new.id, new.member_id, new.plan_id, new.matured_on, new.return_due - old.return_due)
    on conflict (position_id) do update set cents = w.cents + excluded.cents;
  return null;
end $$;
