set role ledger_owner;

-- Checks invariant 8: a payment that was recorded again was recorded before, and the posting that used it then was
-- reversed. Such receipts are few: always all.
create or replace function ledger.check_receipts()
returns table (invariant integer, problem text, subject text)
language sql stable security definer
set search_path = ledger, pg_temp
set jit = off
as $$
  select 8, 'payment was recorded again, and its posting before was not reversed', r.id
  from receipt r
  where r.reissue > 0 and not exists (
    select from receipts p
    where (p.source, reference_key(p.source, p.reference), p.output_index, p.reissue)
        = (r.source, reference_key(r.source, r.reference), r.output_index, r.reissue - 1)
      and p.released)
$$;

revoke all on function ledger.check_receipts from public;
grant execute on function ledger.check_receipts to candor_app, candor_read;
