set role ledger_owner;

-- Every freeze of the books, with the approval that ended it.
create or replace view ledger.freezes as
  select f.id, f.because, f.frozen_at, t.approval, t.thawed_at
  from ledger.book_freeze f left join ledger.book_thaw t on t.freeze_id = f.id;

grant select on ledger.freezes to candor_app, candor_read;
