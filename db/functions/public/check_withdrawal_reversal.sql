-- Holds the reversal of a payment to the approval of two admins. Nothing else changes with it, and nothing afterwards.
create or replace function public.check_withdrawal_reversal()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if old.status = 'reversed' or (new.closed_at, new.closed_by, new.txid, new.reason)
    is distinct from (old.closed_at, old.closed_by, old.txid, old.reason) then
    raise exception 'a reversed withdrawal does not change' using errcode = 'check_violation';
  end if;
  if not is_withdrawal_reversal_approved(new) then
    raise exception 'a payment is reversed by two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
