-- Returns until when the evidence and the identity documents of a member are retained at least, after their account
-- was closed: for the longest time that the rules ask for under which the member acted. The rules that the software
-- ships ask for five years in live.
create or replace function public.retained_until(of_member text, from_time timestamptz)
returns timestamptz
language sql stable
set search_path = public, pg_temp
as $$
  select from_time + coalesce(max(case
    when r.id is not null then (r.content::jsonb ->> 'retentionYears')::integer
    when exists (select from mode where name = 'live') then 5 else 0 end), 0) * interval '1 year'
  from (
    select rule_set_id from eligibility_evidence where member_id = of_member
    union select rule_set_id from gate_record where member_id = of_member
    union select rule_set_in_force(country, from_time::date) from member where id = of_member and status <> 'closed') a
  left join rule_set r on r.id = a.rule_set_id
$$;

revoke all on function public.retained_until from public;
grant execute on function public.retained_until to candor_app;
