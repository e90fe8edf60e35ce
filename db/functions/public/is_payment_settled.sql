-- Returns whether enough providers show a payment with enough confirmations for an amount in cents, two from $10,000,
-- and none disputes it.
create or replace function public.is_payment_settled(e payment_evidence, cents numeric)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select not e.gone and not e.disputed and case required_confirmations(e.chain, cents)
    when 0 then e.final_count >= needed
    else coalesce(e.confirmations[needed] >= required_confirmations(e.chain, cents), false) end
  from (select case when cents >= 1000000 then 2 else 1 end as needed) n
$$;

revoke all on function public.is_payment_settled from public;
grant execute on function public.is_payment_settled to candor_app, candor_read;
