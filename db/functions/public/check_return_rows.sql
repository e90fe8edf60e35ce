-- Checks invariant 4 for the journal rows after a number: each return that was paid belongs to a payout.
create or replace function public.check_return_rows(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 4, format('a return of %s was paid without a payout', f.amount), f.reference
  from ledger.rows_after_seq(after_seq) f
  where f.transfer_type = 'return_paid' and not exists (
    select from payout p
    where p.position_id = f.reference
      and get_idempotency_key('distribution/' || p.distribution_id || '/' || p.position_id) = f.idempotency_key)
$$;

revoke all on function public.check_return_rows from public;
grant execute on function public.check_return_rows to candor_app, candor_read;
