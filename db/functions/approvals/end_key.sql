set role ledger_owner;

-- Ends a key for good, after each decision that it signed. A second end changes nothing.
create or replace function approvals.end_key(key text, ended_by text, reason text, ended_at timestamptz)
returns void
language plpgsql security definer
set search_path = approvals, pg_temp
as $$
#variable_conflict use_variable
begin
  -- Waits for those who are signing with it, see check_signature().
  perform from key k where k.id = key for update;
  insert into key_end (key, ended_by, reason, ended_at)
  select k.id, ended_by, reason, greatest(get_time(ended_at), (
    select max(d.decided_at) + interval '1 microsecond'
    from signature s join decision d on d.proposal = s.subject where s.key = k.id))
  from keys k where k.id = key and k.ended_at is null;
end $$;

revoke all on function approvals.end_key from public;
grant execute on function approvals.end_key to candor_app;
