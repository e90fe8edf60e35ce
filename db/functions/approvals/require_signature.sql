set role ledger_owner;

-- Refuses, at the end of its transaction, an approval without the signature of the admin who gave it.
create or replace function approvals.require_signature()
returns trigger
language plpgsql security definer
set search_path = approvals, pg_temp
as $$
begin
  if not exists (
    select from signature s join key k on k.id = s.key
    where s.subject = new.proposal and k.admin_id = new.decided_by) then
    raise exception 'AP008 an approval is signed by its admin' using errcode = 'AP008';
  end if;
  return null;
end $$;

revoke all on function approvals.require_signature from public;
