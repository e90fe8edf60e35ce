-- Returns whether the chain shows exactly what a deposit was credited for: each of its receipts is a payment to its
-- address with the same transaction, output and units, first seen when the deposit says, and settled.
create or replace function public.has_chain_evidence(d deposit)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select coalesce(sum(e.units) = d.received and bool_or(m.receipt_id = d.receipt_id)
    and max(m.arrived_at) = d.arrived_at
    and bool_and(r.id is not null and (e.address, e.coin) = (d.address, d.coin)
      and m.arrived_at = greatest(e.first_seen_at, d.created_at) and is_payment_settled(e, d.credited))
    and has_own_payments(d), false)
  from deposit_payment m
  join payment_evidence e on e.id = m.payment_id
  left join ledger.receipts r on r.id = m.receipt_id
    and (r.source, r.reference, r.output_index, r.currency, r.amount)
      = (e.coin, e.txid, e.output_index, e.coin, e.units)
  where m.deposit_id = d.id and m.receipt_id is not null
$$;

revoke all on function public.has_chain_evidence from public;
grant execute on function public.has_chain_evidence to candor_app, candor_read;
