set role ledger_owner;

-- Checks a decision: it is about the content that was shown, the proposer doesn't approve it, and it is in time. The
-- proposer may reject, which withdraws the proposal.
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
    raise exception 'AP003 the content is not what was shown' using errcode = 'AP003';
  end if;
  if new.approved and new.decided_by = asked.proposed_by then
    raise exception 'AP004 who proposed never approves' using errcode = 'AP004';
  end if;
  if new.approved and new.decided_at >= asked.expires_at then
    raise exception 'AP005 the proposal has expired' using errcode = 'AP005';
  end if;
  return new;
end $$;

revoke all on function approvals.check_decision from public;
