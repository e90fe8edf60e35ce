-- Counts deposits by status, with the cents credited.
create or replace function public.count_deposit()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform count_status_change('deposit',
    case when tg_op <> 'INSERT' then old.status end,
    case when tg_op <> 'INSERT' then coalesce(old.credited, 0) end,
    case when tg_op <> 'DELETE' then new.status end,
    case when tg_op <> 'DELETE' then coalesce(new.credited, 0) end);
  return null;
end $$;

revoke all on function public.count_deposit from public;
