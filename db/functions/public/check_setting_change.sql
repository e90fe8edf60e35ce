-- Checks a change that makes a control looser: another admin approved exactly it, it waits as long as it has to, and it
-- is applied or cancelled once.
create or replace function public.check_setting_change()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  decided timestamptz;
begin
  if tg_op = 'DELETE' then
    raise exception 'a change of a setting is never deleted' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' then
    if old.applied_at is not null or old.cancelled_at is not null
      or (new.id, new.setting, new.changes, new.approved_at, new.effective_from)
        is distinct from (old.id, old.setting, old.changes, old.approved_at, old.effective_from) then
      raise exception 'a change is applied or cancelled once' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  select p.decided_at into decided from approvals.proposals p
    where p.id = new.id and p.permission = 'setting.loosen' and p.subject_id = new.setting and p.approved
      and p.decided_by <> p.proposed_by and p.content::jsonb -> 'changes' = new.changes;
  if decided is null or new.applied_at is not null or new.cancelled_at is not null then
    raise exception 'SE002 loosening a control needs another admin' using errcode = 'SE002';
  end if;
  new.approved_at := decided;
  new.effective_from := greatest(new.effective_from, decided + approvals.get_loosening_wait());
  return new;
end $$;

revoke all on function public.check_setting_change from public;
