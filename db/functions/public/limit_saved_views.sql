-- Refuses a saved view beyond the twentieth of one person on one list. The row of the person is locked, so that two
-- views saved at the same moment are counted one after the other.
create or replace function public.limit_saved_views()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform 1 from staff where id = new.staff_id for update;
  if (select count(*) from saved_view where staff_id = new.staff_id and list = new.list) >= 20 then
    raise exception 'a list has at most 20 saved views a person' using errcode = 'check_violation',
      constraint = 'saved_view_limit';
  end if;
  return new;
end $$;

revoke all on function public.limit_saved_views from public;
