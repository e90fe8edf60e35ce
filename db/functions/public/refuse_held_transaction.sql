-- Refuses to credit a deposit, approve a withdrawal or add it to a payout batch while monitoring holds it.
create or replace function public.refuse_held_transaction()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if is_held_transaction(new.id) then
    raise exception 'this transaction is held by monitoring' using errcode = 'MC001';
  end if;
  return new;
end $$;
