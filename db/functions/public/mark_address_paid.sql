-- Marks an issued address as paid at the first payment to it that a chain shows.
create or replace function public.mark_address_paid()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  update issued_address set paid_at = new.first_seen_at
    where address = new.address and paid_at is null and ledger.is_payment_method(method, new.coin);
  return null;
end $$;

revoke all on function public.mark_address_paid from public;
