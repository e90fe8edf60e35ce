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
      'withdrawal_released', 'fee_charged'))
<<<<<<< HEAD
  select 6, format('the journal has a %s without its deposit', transfer_type), reference
  from posted where transfer_type like 'deposit%' and not exists (select from deposit d where d.id = posted.reference)
  union all
  select 6, format('the journal has a %s without its withdrawal', transfer_type), reference
=======
  select 6, format('the journal has a %s of a deposit that does not exist', transfer_type), reference
  from posted where transfer_type like 'deposit%' and not exists (select from deposit d where d.id = posted.reference)
  union all
  select 6, format('the journal has a %s of a withdrawal that does not exist', transfer_type), reference
>>>>>>> 1b26649b (refactor(db): finish the plain words in SQL and its checks)
  from posted
  where transfer_type not like 'deposit%'
    and not exists (select from withdrawal w where w.id = posted.reference)
$$;

revoke all on function public.check_unmatched_rows from public;
grant execute on function public.check_unmatched_rows to candor_app, candor_read;
