-- Counts members by status.
create or replace function public.count_member()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform count_status_change('member',
    case when tg_op <> 'INSERT' then old.status end, 0,
    case when tg_op <> 'DELETE' then new.status end, 0);
  return null;
end $$;

revoke all on function public.count_member from public;
