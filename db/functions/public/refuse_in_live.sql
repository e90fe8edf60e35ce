-- Refuses what exists in the sandbox only.
create or replace function public.refuse_in_live()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if exists (select from mode m where m.name = 'live') then
    raise exception '% is not available in a live database', tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;

revoke all on function public.refuse_in_live from public;
