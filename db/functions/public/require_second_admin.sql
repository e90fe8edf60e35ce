-- Holds withdrawals to their approval: they begin pending, are approved before they are paid, and a large one needs
-- the approval of a second admin, bound to the amount and the address. What was approved never changes.
create or replace function public.require_second_admin()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  configured bigint := coalesce((
    select (value ->> 'secondAdminFrom')::bigint from setting where name = 'withdrawals'), 1000000);
  lately     bigint;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise exception 'a withdrawal begins pending' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  if old.approved_at is not null
    and (new.approved_at, new.approved_by, new.fee, new.rate, new.coin_amount, new.approval_id, new.second_admin_from)
      is distinct from (old.approved_at, old.approved_by, old.fee, old.rate, old.coin_amount, old.approval_id,
        old.second_admin_from) then
    raise exception 'what was approved does not change' using errcode = 'check_violation';
  end if;
  if old.approved_at is not null or new.status not in ('approved', 'completed') then
    return new;
  end if;

  if new.status <> 'approved' or coalesce(new.second_admin_from, 9223372036854775807) > configured then
    raise exception 'a withdrawal is approved before it is paid, by the configured rule'
      using errcode = 'check_violation';
  end if;
  select coalesce(sum(amount), 0) into lately from withdrawal w
    where w.member_id = new.member_id and w.id <> new.id
      and w.status in ('approved', 'completed') and w.created_at > new.approved_at - interval '1 day';
  if new.amount + lately >= new.second_admin_from and not coalesce(
    approvals.is_approved(new.approval_id, 'withdrawal.approve', new.id, sha256(convert_to(
      format('{"memberId":"%s","amount":"%s","coin":"%s","address":"%s"}',
        new.member_id, new.amount, new.coin, new.address), 'UTF8'))), false) then
    raise exception 'this withdrawal needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
