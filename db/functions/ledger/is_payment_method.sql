set role ledger_owner;

-- Returns whether members can pay by this method in this coin; null stands for any. This is the database's list of
-- payment methods: every constraint on a method or a coin calls it.
create or replace function ledger.is_payment_method(method text, coin text)
returns boolean
language sql immutable parallel safe
set search_path = pg_catalog
as $$
  select exists (
    select from (values ('BITCOIN', 'BTC'), ('ETHERIUM', 'ETH'), ('USDT', 'USDT')) as offered (method, coin)
    where offered.method = coalesce($1, offered.method) and offered.coin = coalesce($2, offered.coin))
$$;

revoke all on function ledger.is_payment_method from public;
grant execute on function ledger.is_payment_method to candor_app;
