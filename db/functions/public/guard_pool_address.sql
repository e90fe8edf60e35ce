-- An address of a pool is never deleted or changed, and a retired one stays retired.
create or replace function public.guard_pool_address()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' or old.retired_at is not null
    or (new.source_id, new.address, new.position) is distinct from (old.source_id, old.address, old.position) then
    raise exception 'an address of a pool is retired once, and never deleted or changed'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
