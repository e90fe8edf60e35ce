set role ledger_owner;

-- Returns whether the receipt has this currency and amount and no journal row uses it yet.
create or replace function ledger.fits(receipt text, currency text, amount bigint)
returns boolean
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return exists (
      select from ledger.receipt r
      where r.id = fits.receipt and r.currency = fits.currency and r.amount = fits.amount)
    and not exists (select from ledger.journal j where j.receipt = fits.receipt);
end $$;

revoke all on function ledger.fits from public;
