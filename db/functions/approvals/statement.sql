set role ledger_owner;

-- Returns what an admin signs to approve a proposal. Every part that is executed is in it: the content by its hash, the
-- transfers by theirs.
create or replace function approvals.statement(p approvals.proposal, admin_id text)
returns text
language sql stable
set search_path = approvals, pg_temp
as $$
  select json_build_array('candor/approval/v1', p.id, p.permission, p.subject_id, encode(p.content_hash, 'hex'),
    encode(p.posting_hash, 'hex'), p.proposed_by, (extract(epoch from p.proposed_at) * 1000000)::bigint::text,
    admin_id)::text
$$;

revoke all on function approvals.statement from public;
