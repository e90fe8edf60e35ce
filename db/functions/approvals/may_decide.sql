set role ledger_owner;

-- Returns whether staff may decide on the act of another: they have access, and didn't join, come back or get a money
-- role less than the wait ago. The sandbox has no wait, and asks nothing.
create or replace function approvals.may_decide(staff_id text, at timestamptz)
returns boolean
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select get_decider_wait() = interval '0' or exists (
    select from public.staff s
    where s.id = staff_id and s.suspended_at is null and s.decides_since + get_decider_wait() <= get_time(at))
$$;

revoke all on function approvals.may_decide from public;
grant execute on function approvals.may_decide to candor_app;
