-- Protects the terms of a campaign: it begins as a draft, its terms never change, it is published once, ends once, and
-- its used budget only grows. Another admin than its creator publishes it only when not new on the staff.
create or replace function public.protect_campaign()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if new.published_at is not null then
      raise exception 'a campaign begins as a draft' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.id, new.code, new.name, new.message, new.amount_cents,
        new.budget_cents, new.starts_on, new.ends_on, new.created_by, new.created_at)
      is distinct from (old.id, old.code, old.name, old.message, old.amount_cents,
        old.budget_cents, old.starts_on, old.ends_on, old.created_by, old.created_at)
    or (old.published_at is not null
      and (new.published_by, new.published_at) is distinct from (old.published_by, old.published_at))
    or (old.ended_at is not null
      and (new.ended_by, new.ended_at, new.ended_because)
        is distinct from (old.ended_by, old.ended_at, old.ended_because))
    or new.used_cents < old.used_cents then
    raise exception 'the terms of a campaign do not change' using errcode = 'check_violation';
  end if;
  if old.published_at is null and new.published_at is not null then
    new.published_at := approvals.get_time(new.published_at);
    if new.published_by <> new.created_by and not approvals.may_decide(new.published_by, new.published_at) then
      raise exception 'AP006 this admin is too new to decide' using errcode = 'AP006';
    end if;
  end if;
  return new;
end $$;
