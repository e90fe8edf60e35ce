set role ledger_owner;

-- What admins signed.
create or replace view approvals.signatures as
  select s.*, k.admin_id, k.kind, k.credential_id
  from approvals.signature s join approvals.key k on k.id = s.key;

grant select on approvals.signatures to candor_app, candor_read;
