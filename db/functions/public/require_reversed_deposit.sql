-- Refuses, at commit, a reversed position whose deposit was not reversed.
create or replace function public.require_reversed_deposit()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if not exists (select from deposit where id = new.deposit_id and status = 'reversed') then
    raise exception 'a position is reversed with its deposit' using errcode = 'check_violation';
  end if;
  return null;
end $$;
