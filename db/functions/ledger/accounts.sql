set role ledger_owner;

-- The accounts, for the application and for reports.
create or replace view ledger.accounts as
  select id, code, account_type, currency, owner, balance, opened_at, closed_at from ledger.account;

grant select on ledger.accounts to candor_app, candor_read;
