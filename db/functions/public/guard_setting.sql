-- Holds controls among the settings: a tighter value is free; a looser one has to be the approved one, at its time,
-- once.
create or replace function public.guard_setting()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  control   setting_control;
  approved  setting_change;
begin
  if tg_op = 'UPDATE' and new.name <> old.name then
    raise exception 'SE001 a setting cannot be renamed' using errcode = 'SE001';
  end if;
  -- An upsert of a row that is there comes back as an update.
  if tg_op = 'INSERT' and exists (select from setting s where s.name = new.name) then
    return new;
  end if;

  for control in
    select * from find_looser_fields(
      new.name, case when tg_op = 'UPDATE' then old.value else '{}'::jsonb end, new.value)
  loop
    if approved.id is null then
      update setting_change c set applied_at = approvals.get_time(new.changed_at)
        where c.id = new.change_id and c.setting = new.name and c.applied_at is null and c.cancelled_at is null
          and c.effective_from <= approvals.get_time(new.changed_at)
        returning * into approved;
    end if;
    if approved.id is null or approved.changes -> control.field is distinct from new.value -> control.field then
      raise exception 'SE002 loosening % needs another admin and a waiting period', control.field
        using errcode = 'SE002';
    end if;
    if (control.looser = 'higher' and (new.value ->> control.field)::numeric > control.bound)
      or (control.looser = 'lower' and (new.value ->> control.field)::numeric < control.bound) then
      raise exception 'SE003 % is outside its limits', control.field using errcode = 'SE003';
    end if;
  end loop;
  return new;
end $$;

revoke all on function public.guard_setting from public;
