set role ledger_owner;

-- Ends a key for good. A second end changes nothing.
create or replace function approvals.end_key(key text, ended_by text, reason text, ended_at timestamptz)
returns void
language sql security definer
set search_path = approvals, pg_temp
as $$
  insert into key_end (key, ended_by, reason, ended_at) values (key, ended_by, reason, get_time(ended_at))
  on conflict do nothing
$$;

revoke all on function approvals.end_key from public;
grant execute on function approvals.end_key to candor_app;
