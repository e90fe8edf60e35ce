-- Returns the value of coin units in cents at a rate (dollars for one coin, times 10^6), rounded down.
create or replace function public.compute_coin_value(units numeric, rate numeric, coin text)
returns numeric
language sql stable
as $$
  select div(units * rate * 100, 1000000 * power(10::numeric, (select scale from ledger.currency where code = coin)))
$$;

revoke all on function public.compute_coin_value from public;
grant execute on function public.compute_coin_value to candor_app, candor_read;
