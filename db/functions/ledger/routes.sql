set role ledger_owner;

-- The movements that exist, for the application and for reports.
create or replace view ledger.routes as
  select * from ledger.route;

grant select on ledger.routes to candor_app, candor_read;
