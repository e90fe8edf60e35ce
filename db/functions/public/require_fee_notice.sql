-- Holds fees to their notice: a withdrawal fee or minimum higher than the one in force, or than a lower one that was
-- announced, takes effect 30 days after it is announced at the earliest, and needs the approval of a second admin,
-- bound to the method and both amounts. A lower one may apply at once. Live announces at the database's own time.
-- Neither is raised above the ceiling, which the operator may lower.
create or replace function public.require_fee_notice()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  present record;
  ceiling constant bigint := coalesce((select (value ->> 'ceiling')::bigint from setting where name = 'fees'), 2500);
begin
  perform pg_advisory_xact_lock(hashtextextended('fee_terms', 0));
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'fee terms are announced in a read committed transaction' using errcode = 'check_violation';
  end if;
  new.announced_at := approvals.get_time(new.announced_at);
  new.effective_from := greatest(new.effective_from, new.announced_at);
  if exists (select from fee_terms f where f.method = new.method and f.announced_at > new.announced_at) then
    raise exception 'fee terms are announced in the order of time' using errcode = 'check_violation';
  end if;

  select least(a.withdrawal_fee_cents, b.withdrawal_fee_cents) as fee,
      least(a.min_withdrawal_cents, b.min_withdrawal_cents) as minimum into present
    from (
      select * from fee_terms f where f.method = new.method and f.effective_from <= new.announced_at
      order by f.sequence desc limit 1) a
    cross join (
      select * from fee_terms f where f.method = new.method order by f.sequence desc limit 1) b;
  if not found or (new.withdrawal_fee_cents <= present.fee and new.min_withdrawal_cents <= present.minimum) then
    return new;
  end if;

  if greatest(new.withdrawal_fee_cents, new.min_withdrawal_cents) > ceiling then
    raise exception 'a fee or minimum is above the ceiling of % cents', ceiling using errcode = 'check_violation';
  end if;
  if approvals.is_live() then
    new.effective_from := greatest(new.effective_from, new.announced_at + interval '30 days');
  end if;
  if new.effective_from < new.announced_at + interval '30 days' then
    raise exception 'a higher fee or minimum takes effect after 30 days of notice' using errcode = 'check_violation';
  end if;
  if not coalesce(approvals.is_approved(new.approval_id, 'fees.raise', new.method, sha256(convert_to(
    format('{"method":"%s","withdrawalFee":"%s","minWithdrawal":"%s"}',
      new.method, new.withdrawal_fee_cents, new.min_withdrawal_cents), 'UTF8'))), false) then
    raise exception 'a higher fee or minimum needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
