set role ledger_owner;

-- Records a proposal together with the hash of its content.
create or replace function approvals.propose(
  id text, permission text, subject_id text, content text, posting_hash bytea, proposed_by text, proposer_label text,
  proposed_at timestamptz, expires_at timestamptz)
returns void
language sql security definer
set search_path = approvals, pg_temp
as $$
  insert into proposal (id, permission, subject_id, content, content_hash, posting_hash, proposed_by, proposer_label,
    proposed_at, expires_at)
  values (id, permission, subject_id, content, sha256(convert_to(content, 'UTF8')), posting_hash, proposed_by,
    proposer_label, proposed_at, expires_at)
$$;

revoke all on function approvals.propose from public;
grant execute on function approvals.propose to candor_app;
