-- Returns the outputs that a deposit was credited for, with their units and rates, as two admins approve them; null for
-- fewer than two.
create or replace function public.list_paid_outputs(deposit_id text)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  select case when count(*) > 1 then string_agg(
    format('%s:%s=%s@%s', p.txid, p.output_index, p.units, m.rate), ' ' order by p.txid collate "C", p.output_index) end
  from deposit_payment m join chain_payment p on p.id = m.payment_id
  where m.deposit_id = list_paid_outputs.deposit_id and m.receipt_id is not null
$$;

revoke all on function public.list_paid_outputs from public;
grant execute on function public.list_paid_outputs to candor_app, candor_read;
