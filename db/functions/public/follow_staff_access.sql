-- Stores when a person joined, was reinstated or got a money role, because a new decider waits. In live a money role
-- needs the approval of another owner where there is one.
create or replace function public.follow_staff_access()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  money     constant text[] := array['finance', 'owner'];
  gains     boolean;
begin
  if tg_op = 'INSERT' then
    new.decides_since := approvals.get_time(new.created_at);
    new.changed_at := new.decides_since;
    gains := new.role = any(money);
  else
    if (new.invited_by, new.created_at) is distinct from (old.invited_by, old.created_at) then
      raise exception 'the record of an invitation does not change' using errcode = 'check_violation';
    end if;
    if (new.role, new.suspended_at) is not distinct from (old.role, old.suspended_at) then
      new.decides_since := old.decides_since;
      new.changed_at := old.changed_at;
      new.approval_id := old.approval_id;
      return new;
    end if;

    new.changed_at := approvals.get_time(greatest(new.changed_at, old.changed_at));
    gains := new.role = any(money) and new.suspended_at is null
      and (old.suspended_at is not null or new.role <> old.role and (new.role = 'owner' or old.role <> all(money)));
    new.decides_since := case
      when gains or (old.suspended_at is not null and new.suspended_at is null) then new.changed_at
      else old.decides_since end;
  end if;

  if gains and approvals.is_live() and (
    select count(*) from staff s join credential c on c.person_id = s.id
    where s.role = 'owner' and s.suspended_at is null and c.password_hash <> '' and s.id <> new.id) >= 2
    and not exists (
      select from approvals.proposals p
      where p.id = new.approval_id and p.permission = 'staff.money-role' and p.approved
        and p.decided_by <> p.proposed_by
        and p.content::jsonb ->> 'email' = new.email and p.content::jsonb ->> 'role' = new.role
        and (tg_op = 'INSERT' or p.decided_at >= old.changed_at)) then
    raise exception 'ST002 a money role needs the approval of another owner' using errcode = 'ST002';
  end if;
  return new;
end $$;

revoke all on function public.follow_staff_access from public;
