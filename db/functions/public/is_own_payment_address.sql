-- Returns whether the watcher verified the address of a deposit as the operator's, and no other deposit has it.
create or replace function public.is_own_payment_address(d deposit)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select exists (
      select from chain_address a where (a.address, a.coin) = (d.address, d.coin) and a.verified_at is not null)
    and not exists (
      select from issued_address i where (i.method, i.address) = (d.method, d.address) and i.deposit_id <> d.id)
$$;

revoke all on function public.is_own_payment_address from public;
grant execute on function public.is_own_payment_address to candor_app, candor_read;
