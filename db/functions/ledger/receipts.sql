set role ledger_owner;

-- The receipts, each with the journal row that consumed it, and whether that posting was reversed: then the payment may
-- be recorded again, see record_receipt().
create or replace view ledger.receipts as
  select r.*, j.idempotency_key as consumed_by,
    exists (
      select from ledger.journal x
      where x.reference = j.reference and x.id > j.id and x.transfer_type in ('deposit_reversed', 'income_reversed')
        and (j.transfer_type, x.transfer_type)
          in (('deposit_confirmed', 'deposit_reversed'), ('income_recorded', 'income_reversed'))) as released
  from ledger.receipt r left join ledger.journal j on j.receipt = r.id;

grant select on ledger.receipts to candor_app, candor_read;
