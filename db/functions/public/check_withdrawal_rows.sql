-- Checks invariant 6 for the journal rows after a number: a row of a withdrawal touches accounts of its member only.
create or replace function public.check_withdrawal_rows(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 6, format('%s from %s to %s', f.transfer_type, d.code, c.code), w.id
  from ledger.rows_after_seq(after_seq) f
  join withdrawal w on w.id = f.reference
  join ledger.accounts d on d.id = f.debit
  join ledger.accounts c on c.id = f.credit
  where (d.code like 'member:%' and d.owner is distinct from w.member_id)
    or (c.code like 'member:%' and c.owner is distinct from w.member_id)
$$;

revoke all on function public.check_withdrawal_rows from public;
grant execute on function public.check_withdrawal_rows to candor_app, candor_read;
