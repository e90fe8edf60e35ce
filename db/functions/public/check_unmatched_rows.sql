-- Checks invariant 6 from the journal's side, for the rows after a number: each row of a deposit or withdrawal names
-- one that exists.
create or replace function public.check_unmatched_rows(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  with posted as materialized (
    select distinct transfer_type, reference from ledger.rows_after_seq(after_seq)
    where transfer_type in ('deposit_confirmed', 'deposit_reversed', 'withdrawal_held', 'withdrawal_paid',
      'withdrawal_released', 'withdrawal_reversed', 'fee_charged', 'fee_reversed'))
  select 6, format('the journal has a %s without its deposit', transfer_type), reference
  from posted where transfer_type like 'deposit%' and not exists (select from deposit d where d.id = posted.reference)
  union all
  select 6, format('the journal has a %s without its withdrawal', transfer_type), reference
  from posted
  where transfer_type not like 'deposit%'
    and not exists (select from withdrawal w where w.id = posted.reference)
$$;

revoke all on function public.check_unmatched_rows from public;
grant execute on function public.check_unmatched_rows to candor_app, candor_read;
