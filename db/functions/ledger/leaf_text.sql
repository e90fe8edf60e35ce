set role ledger_owner;

-- Returns the text that leaf_hash() is computed from. With it and the salt a reader can compute the row's hash, see
-- row_leaf().
create or replace function ledger.leaf_text(j ledger.journal)
returns text
language sql stable
set search_path = ledger, pg_temp
as $$
  select json_build_array(
    j.id::text, j.idempotency_key, j.transfer_type, j.debit::text, j.credit::text, j.amount::text,
    j.debit_balance::text, j.credit_balance::text, j.effective_date,
    (extract(epoch from j.posted_at) * 1000000)::bigint::text, j.reference, j.actor, j.reason,
    (select receipt_line(r) from receipt r where r.id = j.receipt),
    (select approval_line(p, d) from approvals.proposal p join approvals.decision d on d.proposal = p.id
      where p.id = j.approval),
    (select code from account a where a.id = j.debit),
    (select code from account a where a.id = j.credit))::text
$$;

revoke all on function ledger.leaf_text from public;
