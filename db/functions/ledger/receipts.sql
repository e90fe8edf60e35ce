set role ledger_owner;

-- The receipts, each with the journal row that consumed it.
create or replace view ledger.receipts as
  select r.*, j.idempotency_key as consumed_by from ledger.receipt r left join ledger.journal j on j.receipt = r.id;

grant select on ledger.receipts to candor_app, candor_read;
