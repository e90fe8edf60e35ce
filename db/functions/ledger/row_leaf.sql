set role ledger_owner;

-- Returns the hash of a journal row with its receipt, its approval and the codes of its accounts; with its salt, if its
-- block has salts.
create or replace function ledger.row_leaf(j ledger.journal)
returns bytea
language sql stable
as $$
  select ledger.salt_leaf(ledger.leaf_hash(
    j.id, j.idempotency_key, j.transfer_type, j.debit, j.credit, j.amount, j.debit_balance, j.credit_balance,
    j.effective_date, j.posted_at, j.reference, j.actor, j.reason,
    (select ledger.receipt_line(r) from ledger.receipt r where r.id = j.receipt),
    (select ledger.approval_line(p, d) from approvals.proposal p join approvals.decision d on d.proposal = p.id
      where p.id = j.approval),
    (select code from ledger.account a where a.id = j.debit),
    (select code from ledger.account a where a.id = j.credit)),
    ledger.find_salt(j.id))
$$;

revoke all on function ledger.row_leaf from public;
