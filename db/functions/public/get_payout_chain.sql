-- Returns the chain that a withdrawal is paid on: USDT is on TRON or on Ethereum by the form of its address.
create or replace function public.get_payout_chain(coin text, address text)
returns text
language sql immutable
as $$
  select case when coin = 'BTC' then 'bitcoin' when coin = 'USDT' and address like 'T%' then 'tron' else 'ethereum' end
$$;

revoke all on function public.get_payout_chain from public;
grant execute on function public.get_payout_chain to candor_app, candor_read;
