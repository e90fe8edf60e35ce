-- Gives a new member a balance of 0.
create or replace function public.create_member_balance()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  insert into member_balance values (new.id, 0);
  return null;
end $$;

revoke all on function public.create_member_balance from public;
