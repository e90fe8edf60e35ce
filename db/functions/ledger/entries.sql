set role ledger_owner;

-- The journal, for the application and for reports.
create or replace view ledger.entries as
  select * from ledger.journal;

grant select on ledger.entries to candor_app, candor_read;
