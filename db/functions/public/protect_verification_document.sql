-- Protects documents from the submission on: none is added, replaced or removed. Their key may be wrapped again, and
-- the file may be deleted once the account is closed or the verification refused.
create or replace function public.protect_verification_document()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  about  identity_verification;
begin
  select * into about from identity_verification v
    where v.id = case when tg_op = 'DELETE' then old.verification_id else new.verification_id end;

  if tg_op in ('INSERT', 'DELETE') then
    if about.status <> 'waiting_for_member' then
      raise exception 'the documents of verification % were submitted', about.id using errcode = 'restrict_violation';
    end if;
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end if;

  if (new.id, new.verification_id, new.kind, new.side, new.uploaded_at, new.media_type, new.bytes)
      is distinct from (old.id, old.verification_id, old.kind, old.side, old.uploaded_at, old.media_type, old.bytes)
    or old.erased_at is not null
    or new.erased_at is null and (new.file_key, new.sha256) is distinct from (old.file_key, old.sha256) then
    raise exception 'document % does not change', old.id using errcode = 'restrict_violation';
  end if;
  if new.erased_at is not null and about.status <> 'refused' and not exists (
    select from member m where m.id = about.member_id and m.status = 'closed') then
    raise exception 'document % is retained', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
