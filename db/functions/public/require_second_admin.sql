-- Holds withdrawals to their approval: they begin pending, are approved before they are paid, and need the approval of
-- a second admin, bound to the amount and the address, when the sum of 24 hours is large. What was approved never
-- changes. refuse_paused_withdrawals(), which runs first by its name, has locked the member: one approval at a time
-- reads that sum.
create or replace function public.require_second_admin()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  configured bigint := coalesce((
    select (value ->> 'secondAdminFrom')::bigint from setting where name = 'withdrawals'), 1000000);
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.approval_id is not null or new.proposed_at is not null then
      raise exception 'a withdrawal begins pending' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  if (old.status <> 'pending' or new.status <> 'approved')
    and (new.approved_at, new.approved_by, new.fee, new.rate, new.rate_source, new.rate_at, new.coin_amount,
        new.second_admin_from, new.approval_recorded_at)
      is distinct from (old.approved_at, old.approved_by, old.fee, old.rate, old.rate_source, old.rate_at,
        old.coin_amount, old.second_admin_from, old.approval_recorded_at) then
    raise exception 'an approved withdrawal does not change' using errcode = 'check_violation';
  end if;
  if old.status <> 'pending' and (new.proposed_at, new.proposed_by, new.approval_id)
    is distinct from (old.proposed_at, old.proposed_by, old.approval_id) then
    raise exception 'a proposal belongs to a pending withdrawal' using errcode = 'check_violation';
  end if;
  if new.status = old.status and (new.closed_at, new.closed_by, new.txid, new.reason)
    is distinct from (old.closed_at, old.closed_by, old.txid, old.reason) then
    raise exception 'a decision does not change' using errcode = 'check_violation';
  end if;
  if old.status <> 'pending' or new.status <> 'approved' then
    return new;
  end if;

  if coalesce(new.second_admin_from, 9223372036854775807) > configured then
    raise exception 'a withdrawal is approved by the configured rule' using errcode = 'check_violation';
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a withdrawal is approved in a read committed transaction' using errcode = 'check_violation';
  end if;

  new.approval_recorded_at := clock_timestamp();
  if new.amount + sum_approved_withdrawals(new.member_id, new.id, new.approved_at) >= new.second_admin_from
    and not coalesce(
      approvals.is_approved(new.approval_id, 'withdrawal.approve', new.id, sha256(convert_to(
        format('{"memberId":"%s","amount":"%s","coin":"%s","address":"%s"}',
          new.member_id, new.amount, new.coin, new.address), 'UTF8'))), false) then
    raise exception 'this withdrawal needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
