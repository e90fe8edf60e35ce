set role ledger_owner;

-- Records the decision on a proposal. AP001: no such proposal. AP002: decided before. See check_decision().
create or replace function approvals.decide(
  proposal text, approved boolean, content_hash bytea, decided_by text, decider_label text, decided_at timestamptz,
  reason text)
returns void
language plpgsql security definer
set search_path = approvals, pg_temp
as $$
#variable_conflict use_variable
begin
  if not exists (select from proposal p where p.id = proposal) then
    raise exception 'AP001 unknown proposal' using errcode = 'AP001';
  end if;
  insert into decision values (proposal, approved, content_hash, decided_by, decider_label, decided_at, reason)
    on conflict on constraint decision_pkey do nothing;
  if not found then
    raise exception 'AP002 the proposal was already decided' using errcode = 'AP002';
  end if;
end $$;

revoke all on function approvals.decide from public;
grant execute on function approvals.decide to candor_app;
