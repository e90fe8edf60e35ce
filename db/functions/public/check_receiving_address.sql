-- Holds receiving addresses in live to two admins: a new one needs an approval of exactly this method and address, used
-- once, and takes effect 24 hours after the decision at the earliest. The sandbox changes them at once.
create or replace function public.check_receiving_address()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  decided timestamptz;
begin
  if not approvals.is_live() then
    return new;
  end if;

  select p.decided_at into decided from approvals.proposals p
    where p.id = new.approval_id and p.permission = 'receiving-address.change' and p.subject_id = new.method
      and p.approved and p.decided_by <> p.proposed_by
      and p.content_hash = sha256(convert_to(
        format('{"method":"%s","address":"%s"}', new.method, new.address), 'UTF8'));
  if decided is null then
    raise exception 'a receiving address needs the approval of two admins' using errcode = 'check_violation';
  end if;
  new.effective_from := greatest(new.effective_from, decided + approvals.get_loosening_wait());
  return new;
end $$;
