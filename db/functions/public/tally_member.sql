-- Counts members by status.
create or replace function public.tally_member()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform tally_change('member',
    case when tg_op <> 'INSERT' then old.status end, 0,
    case when tg_op <> 'DELETE' then new.status end, 0);
  return null;
end $$;

revoke all on function public.tally_member from public;
