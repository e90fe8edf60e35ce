-- Returns the category that a member declared, by their newest declaration; null where it has expired on the day, or
-- where the rules don't have the category in the declared wording.
create or replace function public.declared_category(of_member text, rules jsonb, on_day date)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  select d.text_id
  from (
    select e.text_id, e.text_version, e.valid_until from eligibility_evidence e
    where e.member_id = of_member and e.kind = 'category' order by e.sequence desc limit 1) d
  join jsonb_array_elements(rules -> 'categories') c on c ->> 'id' = d.text_id and c ->> 'version' = d.text_version
  where d.valid_until >= on_day
$$;

revoke all on function public.declared_category from public;
grant execute on function public.declared_category to candor_app;
