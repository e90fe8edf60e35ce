-- Returns whether transaction monitoring holds a deposit or withdrawal: a case about it is not cleared, or a rule finds
-- something about it that no case was opened for yet.
create or replace function public.is_held_transaction(subject_id text)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select exists (
      select from monitoring_case c
      where c.subject_id = is_held_transaction.subject_id and c.status <> 'cleared')
    or exists (
      select from list_monitoring_findings(is_held_transaction.subject_id) f
      where not exists (
        select from monitoring_case c where c.subject_id = is_held_transaction.subject_id and c.rule = f.rule))
$$;

revoke all on function public.is_held_transaction from public;
grant execute on function public.is_held_transaction to candor_app;
