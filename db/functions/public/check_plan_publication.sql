-- Holds the publication of a plan version: it begins as a draft, and an admin who is new on the staff does not publish
-- the extraordinary target of another.
create or replace function public.check_plan_publication()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.published_at is not null then
      raise exception 'a plan version begins as a draft' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.published_at is not null then
    raise exception 'a published plan version does not change' using errcode = 'check_violation';
  end if;
  if new.extraordinary and new.published_at is not null and new.published_by <> new.proposed_by
    and not approvals.may_decide(new.published_by, new.published_at) then
    raise exception 'AP006 this admin is too new to decide' using errcode = 'AP006';
  end if;
  return new;
end $$;
