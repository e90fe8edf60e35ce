-- Holds the payments of deposits: one that was posted does not change its deposit, rate and receipt; one of a quote
-- that still ran has the locked rate.
create or replace function public.protect_deposit_payment()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  quote deposit;
begin
  if tg_op = 'DELETE' then
    raise exception 'a payment of a deposit is never deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    if old.receipt_id is not null and (new.deposit_id, new.reason, new.arrived_at, new.rate, new.receipt_id)
      is distinct from (old.deposit_id, old.reason, old.arrived_at, old.rate, old.receipt_id) then
      raise exception 'a posted payment does not change' using errcode = 'check_violation';
    end if;
    if old.deposit_id is not null and new.deposit_id is distinct from old.deposit_id
      and new.reason is distinct from 'refunded' and new.reason is distinct from 'already_decided' then
      raise exception 'a payment leaves a decided deposit, or to be refunded' using errcode = 'check_violation';
    end if;
  end if;

  if new.deposit_id is not null then
    select * into quote from deposit where id = new.deposit_id;
    if new.member_id <> quote.member_id or new.arrived_at < quote.created_at
      or (new.arrived_at < least(quote.expires_at, quote.replaced_at) and new.rate <> quote.rate) then
      raise exception 'a payment that was seen in time has the locked rate' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
