-- Checks invariant 4: the terms of each plan version are those in the audit event of its proposal. Versions are few:
-- always all. It reads the audit log for roles that can't.
create or replace function public.check_versions()
returns table (invariant integer, problem text, subject text)
language sql stable security definer
set search_path = public, pg_temp
set jit = off
as $$
  select 4, 'terms of the plan version are not those that were proposed', v.id
  from plan_version v
  join audit_event e on e.subject_id = v.id and e.action = 'plan.proposed'
  where (v.plan_id, v.number::text, v.target_bps::text, v.term_days::text, v.min_cents::text, v.max_cents::text)
    is distinct from (e.details ->> 'planId', e.details ->> 'number', e.details ->> 'targetBps',
      e.details ->> 'termDays', e.details ->> 'minAmount', e.details ->> 'maxAmount')
$$;

revoke all on function public.check_versions from public;
grant execute on function public.check_versions to candor_app, candor_read;
