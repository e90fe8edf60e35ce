-- A reserve address is never deleted or changed; it is retired once.
create or replace function public.guard_reserve_address()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' or old.retired_at is not null
    or (new.id, new.chain, new.coin, new.address, new.place, new.wallet, new.added_by, new.added_at) is distinct from
      (old.id, old.chain, old.coin, old.address, old.place, old.wallet, old.added_by, old.added_at) then
    raise exception 'a reserve address is retired once, and never deleted or changed'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
