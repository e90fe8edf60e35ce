-- Lists the addresses of a new pool, so that they are exactly those that were approved.
create or replace function public.fill_pool()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  insert into pool_address (source_id, address, position)
    select new.id, address, position from unnest(new.addresses) with ordinality as listed (address, position);
  return null;
end $$;

revoke all on function public.fill_pool from public;
