-- The sources whose latest entry in the transparency log is missing or says something else.
create or replace view public.log_due as
select s.kind, s.subject, s.body
from log_source s
left join lateral (
  select e.body from log_entry e where e.kind = s.kind and e.subject = s.subject
  order by e.position desc limit 1) latest on true
where latest.body is distinct from s.body;

grant select on public.log_due to candor_app;
