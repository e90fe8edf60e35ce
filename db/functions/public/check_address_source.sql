-- Holds address sources in live to two admins: a new one needs an approval of exactly its content, used once, takes
-- effect 24 hours after the decision at the earliest, and has no key of a test network. The sandbox changes them at
-- once.
create or replace function public.check_address_source()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  decided timestamptz;
  proposed text := format(
    '{"method":%s,"mode":%s,"chain":%s,"accountKey":%s,"scriptType":%s,"fingerprint":%s,"path":%s,"addresses":%s}',
    to_json(new.method), to_json(new.mode), to_json(new.chain), coalesce(to_json(new.account_key)::text, 'null'),
    coalesce(to_json(new.script_type)::text, 'null'), coalesce(to_json(new.fingerprint)::text, 'null'),
    coalesce(to_json(new.path)::text, 'null'), coalesce(array_to_json(new.addresses)::text, 'null'));
begin
  if not approvals.is_live() then
    return new;
  end if;

  if new.account_key like 'tpub%' then
    raise exception 'a key of a test network receives no money' using errcode = 'check_violation';
  end if;

  select p.decided_at into decided from approvals.proposals p
    where p.id = new.approval_id and p.permission = 'receiving-address.change' and p.subject_id = new.method
      and p.approved and p.decided_by <> p.proposed_by
      and p.content_hash = sha256(convert_to(proposed, 'UTF8'));
  if decided is null then
    raise exception 'a source of addresses needs the approval of two admins' using errcode = 'check_violation';
  end if;
  new.effective_from := greatest(new.effective_from, decided + approvals.get_loosening_wait());
  return new;
end $$;
