-- Returns how many confirmations a payment worth so many cents needs; 0: its block must be final.
create or replace function public.required_confirmations(coin text, cents numeric)
returns integer
language sql stable
set search_path = public, pg_temp
as $$
  select case
    when coin = 'BTC' then case when cents < 100000 then 2 when cents < 1000000 then 3 else 6 end
    when cents < 1000000 then 12
    else 0 end
$$;

revoke all on function public.required_confirmations from public;
grant execute on function public.required_confirmations to candor_app, candor_read;
