-- The members whose name, country, declared details or lists changed since they were last screened, or who never were.
create or replace view public.screening_due as
select m.id as member_id, m.first_name || ' ' || m.last_name as name, m.country, m.profile_version, l.lists,
  i.birth_date, i.version as identity_version
from member m
cross join (
  select string_agg(c.id, ' ' order by c.source) as lists
  from (select distinct on (source) id, source from screening_list order by source, sequence desc) c) l
left join member_identity i on i.member_id = m.id
left join member_screening s on s.member_id = m.id
where m.status in ('active', 'suspended') and l.lists is not null
  and (s.profile_version, s.identity_version, s.lists) is distinct from (m.profile_version, i.version, l.lists);

grant select on public.screening_due to candor_app;
