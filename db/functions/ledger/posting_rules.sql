set role ledger_owner;

-- The movements that exist, for the application and for reports.
create or replace view ledger.posting_rules as
  select * from ledger.posting_rule;

grant select on ledger.posting_rules to candor_app, candor_read;
