set role ledger_owner;

-- Sums of all accounts by currency and class. A currency's own line (class is null) must be 0.
create or replace view ledger.trial_balance as
  select currency, class, sum(coalesce(balance, ledger.balance(id))) as balance, count(*) as accounts
  from ledger.account
  group by grouping sets ((currency, class), (currency));

grant select on ledger.trial_balance to candor_app, candor_read;
