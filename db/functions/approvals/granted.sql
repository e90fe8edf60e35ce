set role ledger_owner;

-- Returns whether another person than the proposer has approved exactly this.
create or replace function approvals.granted(proposal text, permission text, subject_id text, content_hash bytea)
returns boolean
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select exists (
    select from proposal p join decision d on d.proposal = p.id
    where p.id = granted.proposal and p.permission = granted.permission and p.subject_id = granted.subject_id
      and p.content_hash = granted.content_hash
      and d.approved and d.content_hash = p.content_hash and d.decided_by <> p.proposed_by)
$$;

revoke all on function approvals.granted from public;
grant execute on function approvals.granted to candor_app, candor_read;
