-- Protects what a member declared: it doesn't change while it is reviewed, nor while a verification of it counts,
-- unless the member has begun another one. A change is another version. It is deleted when the account is closed.
create or replace function public.protect_identity_details()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.version <> 1 then
      raise exception 'declared details begin with version 1' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if exists (select from member m where m.id = old.member_id and m.status <> 'closed') then
      raise exception 'the details of % are retained while the account is open', old.member_id
        using errcode = 'restrict_violation';
    end if;
    return old;
  end if;

  if new.member_id <> old.member_id or new.version <> old.version + 1 then
    raise exception 'changed details are the next version' using errcode = 'check_violation';
  end if;
  if exists (select from identity_verification v where v.member_id = new.member_id and v.status = 'in_review')
    or exists (select from identity_verification v where v.member_id = new.member_id and v.status = 'passed'
        and v.expires_on > new.declared_on)
      and not exists (select from identity_verification v where v.member_id = new.member_id and v.level = 'basic'
        and v.status = 'waiting_for_member') then
    raise exception 'the details of % are in review or verified', new.member_id using errcode = 'VE001';
  end if;
  return new;
end $$;
