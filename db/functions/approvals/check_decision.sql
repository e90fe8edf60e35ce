set role ledger_owner;

-- Checks a decision: it is about the content that was shown, the proposer doesn't approve it, it is in time, and who
-- approves is staff with access who didn't join, come back or get a money role a moment ago. The proposer may reject,
-- which withdraws the proposal.
create or replace function approvals.check_decision()
returns trigger
language plpgsql
set search_path = approvals, pg_temp
as $$
declare
  asked proposal;
begin
  select * into asked from proposal where id = new.proposal;
  if new.content_hash <> asked.content_hash then
    raise exception 'AP003 the proposal changed after it was displayed' using errcode = 'AP003';
  end if;
  if new.approved and new.decided_by = asked.proposed_by then
    raise exception 'AP004 admins do not approve their own proposals' using errcode = 'AP004';
  end if;
  new.decided_at := get_time(new.decided_at);
  if new.approved and new.decided_at >= asked.expires_at then
    raise exception 'AP005 the proposal has expired' using errcode = 'AP005';
  end if;
  if new.approved and not may_decide(new.decided_by, new.decided_at) then
    raise exception 'AP006 this admin is too new to decide' using errcode = 'AP006';
  end if;
  return new;
end $$;

revoke all on function approvals.check_decision from public;
