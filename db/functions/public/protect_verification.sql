-- Holds a verification to its states: it waits for the member, is reviewed, and is decided once. What was submitted and
-- decided does not change. A refusal is the decision of two admins, bound to what was submitted and to the reason. A
-- pass ends when its re-check date has come. A check at an outside provider can end before it was submitted. Personal
-- data is deleted after the account was closed.
create or replace function public.protect_verification()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'waiting_for_member' then
      raise exception 'a new verification waits for the member' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;

  if (new.id, new.member_id, new.level, new.provider, new.begun_at)
      is distinct from (old.id, old.member_id, old.level, old.provider, old.begun_at)
    or new.status <> old.status and (old.status, new.status) not in (
      ('waiting_for_member', 'in_review'), ('in_review', 'passed'), ('in_review', 'try_again'),
      ('in_review', 'refused'), ('passed', 'expired'))
      and not (old.status = 'waiting_for_member' and new.status = 'try_again' and new.provider <> 'desk') then
    raise exception 'verification % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  if old.status <> 'waiting_for_member' and (new.code, new.code_on, new.submitted_at, new.due_at,
      new.identity_version, new.content_hash, new.provider_reference)
      is distinct from (old.code, old.code_on, old.submitted_at, old.due_at, old.identity_version,
        old.content_hash, old.provider_reference)
    or old.status not in ('waiting_for_member', 'in_review') and (new.decided_at, new.decided_by, new.approval_id,
      new.member_reason, new.staff_reason, new.rejected_documents, new.checklist, new.expires_on, new.provider_note)
      is distinct from (old.decided_at, old.decided_by, old.approval_id, old.member_reason, old.staff_reason,
        old.rejected_documents, old.checklist, old.expires_on, old.provider_note) then
    raise exception 'what verification % submitted or decided does not change', old.id
      using errcode = 'restrict_violation';
  end if;
  if old.status <> 'waiting_for_member' and (new.name, new.details) is distinct from (old.name, old.details)
    and not (new.name is null and new.details is null and new.erased_at is not null and exists (
      select from member m where m.id = new.member_id and m.status = 'closed')) then
    raise exception 'the statements of verification % are retained', old.id using errcode = 'restrict_violation';
  end if;
  if (new.sent_name, new.sent_version) is distinct from (old.sent_name, old.sent_version)
      and not (new.sent_name is null and new.sent_version is not distinct from old.sent_version
        and new.erased_at is not null)
    or new.provider_found is distinct from old.provider_found
      and old.status not in ('waiting_for_member', 'in_review') and new.erased_at is null
    or old.forgotten_at is not null and new.forgotten_at is distinct from old.forgotten_at then
    raise exception 'what was sent to the provider of verification %, and found there, does not change', old.id
      using errcode = 'restrict_violation';
  end if;
  if new.status = 'refused' and old.status <> 'refused' and not exists (
    select from approvals.proposals p
    where p.id = new.approval_id and p.permission = 'identity.refuse' and p.subject_id = new.id and p.approved
      and p.decided_by <> p.proposed_by and p.content::jsonb ->> 'reason' = new.staff_reason
      and p.content::jsonb ->> 'verification' = new.content_hash) then
    raise exception 'a refusal needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
