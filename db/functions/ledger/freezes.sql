set role ledger_owner;

-- Every freeze of the ledger, with the approval that ended it.
create or replace view ledger.freezes as
  select f.id, f.because, f.frozen_at, t.approval, t.unfrozen_at
  from ledger.ledger_freeze f left join ledger.ledger_unfreeze t on t.freeze_id = f.id;

grant select on ledger.freezes to candor_app, candor_read;
