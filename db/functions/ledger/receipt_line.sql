set role ledger_owner;

-- Returns the part of a row's hash that covers its receipt, or null without one.
create or replace function ledger.receipt_line(r ledger.receipt)
returns json
language sql stable
as $$
  select case when r.id is not null then json_build_array(
    r.id, r.source, r.reference, r.output_index::text, r.currency, r.amount::text,
    (extract(epoch from r.arrived_at) * 1000000)::bigint::text, r.recorded_by) end
$$;

revoke all on function ledger.receipt_line from public;
