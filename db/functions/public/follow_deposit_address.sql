-- Returns the address of a deposit that no longer waits for a payment to it, and takes it back for one that waits
-- again. Times are the deposit's own. The address of a completed deposit was paid.
create or replace function public.follow_deposit_address()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if new.status in ('completed', 'rejected', 'expired', 'reversed') then
    update issued_address
      set returned_at = greatest(lent_at, coalesce(new.decided_at, least(new.expires_at, new.replaced_at))),
        paid_at = coalesce(paid_at, case when new.status = 'completed' then new.arrived_at end)
      where deposit_id = new.id and returned_at is null;
  else
    update issued_address set returned_at = null where deposit_id = new.id and returned_at is not null;
  end if;
  return null;
end $$;

revoke all on function public.follow_deposit_address from public;
