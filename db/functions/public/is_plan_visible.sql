-- Returns whether a member may see the plans of a family under a rule set: by the category that they declared, or
-- without one. Rules that say nothing of a category hide nothing, as those do that the software ships.
create or replace function public.is_plan_visible(of_rule_set text, of_member text, family text, on_day date)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select coalesce((
    select p -> 'families' = '"all"' or p -> 'families' ? family
    from rule_set r, jsonb_array_elements(r.content::jsonb -> 'plans') with ordinality as class (p, place)
    where r.id = of_rule_set
      and p ->> 'category' is not distinct from declared_category(of_member, r.content::jsonb, on_day)
    order by place
    limit 1), true)
$$;

revoke all on function public.is_plan_visible from public;
grant execute on function public.is_plan_visible to candor_app;
