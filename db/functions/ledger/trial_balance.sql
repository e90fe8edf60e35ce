set role ledger_owner;

-- Sums of all accounts by currency and account type. A currency's own line (account_type is null) must be 0.
create or replace view ledger.trial_balance as
  select currency, account_type, sum(coalesce(balance, ledger.balance(id))) as balance, count(*) as accounts
  from ledger.account
  group by grouping sets ((currency, account_type), (currency));

grant select on ledger.trial_balance to candor_app, candor_read;
