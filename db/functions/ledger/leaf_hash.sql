set role ledger_owner;

-- Returns the hash of one journal row before its salt, see salt_leaf(): SHA-256 of a JSON array of strings that any
-- language can rebuild. It takes columns and contains no query, so that the planner inlines it.
create or replace function ledger.leaf_hash(
  id bigint, idempotency_key uuid, transfer_type text, debit bigint, credit bigint, amount bigint,
  debit_balance bigint, credit_balance bigint, effective_date date, posted_at timestamptz, reference text,
  actor text, reason text, receipt json, approval json, debit_code text, credit_code text)
returns bytea
language sql stable
as $$
  select sha256(convert_to(json_build_array(
    id::text, idempotency_key, transfer_type, debit::text, credit::text, amount::text, debit_balance::text,
    credit_balance::text, effective_date, (extract(epoch from posted_at) * 1000000)::bigint::text, reference, actor,
    reason, receipt, approval, debit_code, credit_code)::text, 'UTF8'))
$$;

revoke all on function ledger.leaf_hash from public;
