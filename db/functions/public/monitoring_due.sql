-- The findings about transactions to be decided that have no case yet.
create or replace view public.monitoring_due as
select f.rule, f.member_id, t.id as subject_id, f.facts
from (
  select id from deposit where status = 'pending'
  union all
  select id from withdrawal where status = 'pending' or status = 'approved' and payout_batch_id is null) t
cross join lateral list_monitoring_findings(t.id) f
where not exists (select from monitoring_case c where c.subject_id = t.id and c.rule = f.rule);

grant select on public.monitoring_due to candor_app;
