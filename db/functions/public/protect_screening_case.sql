-- Protects the facts of a screening case: what was compared never changes. A case is a false positive by the decision
-- of two admins, which is bound to the case and to the reason; a false positive is decided for good. The personal data
-- is erased after the account was closed.
create or replace function public.protect_screening_case()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'a new screening case is open' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.erased_at is not null and old.erased_at is null and is_closed_member(old.member_id)
    and new.status = old.status and new.matched_name = 'Erased'
    and new.person = '{"name": "Erased", "birthDate": null, "country": null}'::jsonb then
    return new;
  end if;
  if (new.id, new.member_id, new.list_id, new.party_id, new.party, new.person, new.score, new.matched_name,
      new.content_hash, new.opened_at, new.erased_at)
      is distinct from (old.id, old.member_id, old.list_id, old.party_id, old.party, old.person, old.score,
        old.matched_name, old.content_hash, old.opened_at, old.erased_at)
    or old.status = 'false_positive' or new.status = 'open' then
    raise exception 'what screening case % compares, and its end, do not change', old.id
      using errcode = 'restrict_violation';
  end if;
  if new.status = 'false_positive' and not exists (
    select from approvals.proposals p
    where p.id = new.approval_id and p.permission = 'screening.dismiss' and p.subject_id = new.id and p.approved
      and p.decided_by <> p.proposed_by and p.content::jsonb ->> 'reason' = new.reason
      and p.content::jsonb ->> 'case' = new.content_hash) then
    raise exception 'a false positive needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
