-- Protects the facts of a monitoring case. A transaction is cleared by the decision of two admins, which is bound to
-- the case and to the reason, and for good. The personal data is erased after the account was closed.
create or replace function public.protect_monitoring_case()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'a new monitoring case is open' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.erased_at is not null and old.erased_at is null and is_closed_member(old.member_id)
    and (new.facts, new.status) = ('{}'::jsonb, old.status) then
    return new;
  end if;
  if (new.id, new.rule, new.member_id, new.subject_id, new.facts, new.opened_at, new.erased_at)
      is distinct from (old.id, old.rule, old.member_id, old.subject_id, old.facts, old.opened_at, old.erased_at)
    or old.status = 'cleared' or new.status = 'open' then
    raise exception 'what monitoring case % found, and its end, do not change', old.id
      using errcode = 'restrict_violation';
  end if;
  if new.status = 'cleared' and not exists (
    select from approvals.proposals p
    where p.id = new.approval_id and p.permission = 'monitoring.clear' and p.subject_id = new.id and p.approved
      and p.decided_by <> p.proposed_by and p.content::jsonb ->> 'reason' = new.reason
      and p.content::jsonb ->> 'case' = new.id) then
    raise exception 'clearing a monitoring case needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
