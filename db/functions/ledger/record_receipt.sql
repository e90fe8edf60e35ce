set role ledger_owner;

-- Records a receipt of money from outside, or finds it: source, reference_key() and output are its identity. A payment
-- is used once. Only after the posting that used it was reversed, the same payment is recorded again, under a new id.
create or replace function ledger.record_receipt(
  id text, source text, reference text, output_index integer, currency text, amount bigint,
  arrived_at timestamptz, recorded_by text)
returns text
language plpgsql security definer
set search_path = ledger, pg_temp
as $$
#variable_conflict use_column
declare
  recorded receipt;
  attempt  integer;
begin
  if source = 'simulated' and exists (select from public.mode m where m.name = 'live') then
    raise exception 'LG019 a live database takes no simulated receipt' using errcode = 'LG019';
  end if;
  select r.reissue + case when r.released then 1 else 0 end into attempt from receipts r
    where (r.source, reference_key(r.source, r.reference), r.output_index)
      = (record_receipt.source, reference_key(record_receipt.source, record_receipt.reference),
        record_receipt.output_index)
    order by r.reissue desc limit 1;
  attempt := coalesce(attempt, 0);
  insert into receipt
    select record_receipt.id, record_receipt.source, record_receipt.reference, record_receipt.output_index,
      record_receipt.currency, record_receipt.amount, record_receipt.arrived_at, record_receipt.recorded_by, attempt
    on conflict (source, reference_key(source, reference), output_index, reissue) do nothing;
  select * into recorded from receipt r
    where (r.source, reference_key(r.source, r.reference), r.output_index, r.reissue)
      = (record_receipt.source, reference_key(record_receipt.source, record_receipt.reference),
        record_receipt.output_index, attempt);
  if (recorded.currency, recorded.amount) is distinct from (record_receipt.currency, record_receipt.amount) then
    raise exception 'LG013 receipt % was recorded before with another amount', record_receipt.reference
      using errcode = 'LG013';
  end if;
  return recorded.id;
end $$;

revoke all on function ledger.record_receipt from public;
grant execute on function ledger.record_receipt to candor_app;
