-- Counts withdrawals by status, with their cents.
create or replace function public.count_withdrawal()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform count_status_change('withdrawal',
    case when tg_op <> 'INSERT' then old.status end,
    case when tg_op <> 'INSERT' then old.amount end,
    case when tg_op <> 'DELETE' then new.status end,
    case when tg_op <> 'DELETE' then new.amount end);
  return null;
end $$;

revoke all on function public.count_withdrawal from public;
