-- Protects the facts of a break: what it is about never changes, a resolved break stays resolved, and only a later
-- balance without a difference resolves one as agreed. Where outside ever held less than the ledger, the explanation
-- needs the approval of a second admin, bound to its text and to the last difference.
create or replace function public.protect_reconciliation_break()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.resolved_at is not null then
      raise exception 'a new break is open' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.account, new.opened_by_balance, new.difference, new.opened_at, new.due_at)
      is distinct from (old.id, old.account, old.opened_by_balance, old.difference, old.opened_at, old.due_at)
    or old.resolved_at is not null or (old.owner_id is not null and new.owner_id is null) then
    raise exception 'subject and resolution of break % do not change', old.id
      using errcode = 'restrict_violation';
  end if;
  if new.resolved_as = 'agreed' and not exists (
    select from outside_balance b where b.id = new.resolved_by_balance and b.break_id = new.id and b.difference = 0
      and not exists (
        select from outside_balance d where d.break_id = new.id and d.difference <> 0 and d.as_of >= b.as_of)) then
    raise exception 'no later balance agrees, so break % stays open', old.id using errcode = 'restrict_violation';
  end if;
  if new.resolved_as = 'explained'
    and exists (select from outside_balance b where b.break_id = new.id and b.difference < 0)
    and not exists (
      select from approvals.proposals p
      where p.id = new.approval_id and p.permission = 'break.explain' and p.subject_id = new.id and p.approved
        and p.decided_by <> p.proposed_by and p.content::jsonb ->> 'explanation' = new.resolution
        and (p.content::jsonb ->> 'difference')::bigint = (
          select b.difference from outside_balance b where b.break_id = new.id and b.difference <> 0
          order by b.as_of desc, b.sequence desc limit 1)) then
    raise exception 'the explanation of a shortage needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
