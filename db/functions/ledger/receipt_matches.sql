set role ledger_owner;

-- Returns whether the receipt has this currency and amount and no journal row uses it yet.
create or replace function ledger.receipt_matches(receipt text, currency text, amount bigint)
returns boolean
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return exists (
      select from ledger.receipt r
      where r.id = receipt_matches.receipt and r.currency = receipt_matches.currency
        and r.amount = receipt_matches.amount)
    and not exists (select from ledger.journal j where j.receipt = receipt_matches.receipt);
end $$;

revoke all on function ledger.receipt_matches from public;
