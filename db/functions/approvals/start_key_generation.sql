set role ledger_owner;

-- Starts a new generation of approval keys and returns its number: all keys before it end at once. For the owner of the
-- tables alone, so that the server's login can't. It is after each approval that an earlier key signed.
create or replace function approvals.start_key_generation(reason text, at timestamptz)
returns integer
language plpgsql
set search_path = approvals, pg_temp
as $$
#variable_conflict use_variable
declare
  latest integer;
begin
  -- Waits for those who are signing or adding a key.
  lock table key in exclusive mode;
  latest := coalesce((select max(g.generation) from key_generation g), 0);
  insert into key_generation (generation, started_at, started_by, reason)
  values (latest + 1, greatest(get_time(at), (
    select max(d.decided_at) + interval '1 microsecond' from signature s join decision d on d.proposal = s.subject)),
    session_user, reason);
  return latest + 1;
end $$;

revoke all on function approvals.start_key_generation from public;
