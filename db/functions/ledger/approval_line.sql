set role ledger_owner;

-- Returns the part of a row's hash that covers its approval, or null without one.
create or replace function ledger.approval_line(p approvals.proposal, d approvals.decision)
returns json
language sql stable
as $$
  select case when p.id is not null then json_build_array(
    p.id, p.permission, p.subject_id, encode(p.content_hash, 'hex'), encode(p.posting_hash, 'hex'), p.proposed_by,
    (extract(epoch from p.proposed_at) * 1000000)::bigint::text, d.approved::text, d.decided_by,
    (extract(epoch from d.decided_at) * 1000000)::bigint::text) end
$$;

revoke all on function ledger.approval_line from public;
