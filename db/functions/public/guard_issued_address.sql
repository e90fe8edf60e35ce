-- An address goes to one deposit at a time: a lent one is in its pool and not retired, and goes to the next deposit
-- when the previous one returned it. A derived one stays its member's, and goes to no other deposit once it was
-- paid.
create or replace function public.guard_issued_address()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an issued address is never deleted' using errcode = 'check_violation';
  end if;

  if tg_op = 'UPDATE' then
    if (new.method, new.address, new.derivation_index) is distinct from (old.method, old.address, old.derivation_index)
      or (new.derivation_index is not null and new.source_id <> old.source_id)
      or (old.paid_at is not null and new.paid_at is distinct from old.paid_at) then
      raise exception 'an issued address stays what it is' using errcode = 'check_violation';
    end if;
    if new.deposit_id = old.deposit_id then
      return new;
    end if;
    if old.returned_at is null then
      raise exception 'an address goes to one open deposit' using errcode = 'check_violation';
    end if;
    if old.derivation_index is not null and (old.paid_at is not null or new.member_id <> old.member_id) then
      raise exception 'a derived address goes to one member and takes one payment' using errcode = 'check_violation';
    end if;
  end if;

  if (new.derivation_index is null) <> exists (
    select from address_source s where s.id = new.source_id and s.method = new.method and s.mode = 'pool') then
    raise exception 'an issued address belongs to the source of its method' using errcode = 'check_violation';
  end if;
  if new.derivation_index is null and not exists (
    select from pool_address p where p.source_id = new.source_id and p.address = new.address and p.retired_at is null)
  then
    raise exception 'a lent address is in its pool and not retired' using errcode = 'check_violation';
  end if;
  return new;
end $$;
