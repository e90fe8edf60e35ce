-- Refuses to credit a deposit, approve a withdrawal or add it to a payout batch while its member is held by screening.
create or replace function public.refuse_held_member()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if is_held_member(new.member_id) then
    raise exception 'this member is held by screening' using errcode = 'SC001';
  end if;
  return new;
end $$;
