-- Returns whether the payments of a deposit can only be its own: the watcher verified its address, no other deposit has
-- it if it was derived or lent, and none of them was seen long before the quote. A block's time can be two hours early.
create or replace function public.has_own_payments(d deposit)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select exists (
      select from chain_address a where (a.address, a.coin) = (d.address, d.coin) and a.verified_at is not null)
    and not exists (
      select from issued_address i where (i.method, i.address) = (d.method, d.address) and i.deposit_id <> d.id)
    and not exists (
      select from deposit_payment m join chain_payment p on p.id = m.payment_id
      where m.deposit_id = d.id and p.first_seen_at < d.created_at - interval '2 hours')
$$;

revoke all on function public.has_own_payments from public;
grant execute on function public.has_own_payments to candor_app, candor_read;
