set role ledger_owner;

-- Returns whether another person than the proposer has approved exactly this.
create or replace function approvals.is_approved(proposal text, permission text, subject_id text, content_hash bytea)
returns boolean
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select exists (
    select from proposal p join decision d on d.proposal = p.id
    where p.id = is_approved.proposal and p.permission = is_approved.permission
      and p.subject_id = is_approved.subject_id and p.content_hash = is_approved.content_hash
      and d.approved and d.content_hash = p.content_hash and d.decided_by <> p.proposed_by)
$$;

revoke all on function approvals.is_approved from public;
grant execute on function approvals.is_approved to candor_app, candor_read;
