-- Returns what rules ask of a withdrawal that those before them don't: not_offered, level, documents, limit, or a need.
-- Null are the rules that the software ships. A requirement is compared by its meaning: a raised limit, a shorter wait,
-- a lower level and fewer questions or statements of the same version ask for nothing. What was shown or answered
-- counts for its version alone, so that another version asks again. listStricterSteps() does the same.
create or replace function public.list_stricter_steps(rules_before jsonb, rules_after jsonb)
returns text[]
language sql immutable
set search_path = public, pg_temp
as $$
  with shipped as (select '{"operations": {"withdraw": {"allowed": true, "needs": [],
      "levels": [{"level": "full", "fromCents": "0", "counted": "single"}]}}, "limits": [],
    "documents": {"identity": ["passport", "identity_card", "driving_licence"],
      "address": ["bank_statement", "utility_bill", "tax_letter"]}}'::jsonb as rules),
  both_rules as (
    select coalesce(rules_before, rules) as old, coalesce(rules_after, rules) as next, rules as shipped,
      array['none', 'basic', 'full', 'source_of_funds'] as levels
    from shipped),
  part as (
    select *, old #> '{operations,withdraw}' as old_rule, next #> '{operations,withdraw}' as next_rule,
      coalesce(nullif(old #> '{texts,personalWarning}', 'null'), old #> '{texts,riskWarning}') as old_warning,
      coalesce(nullif(next #> '{texts,personalWarning}', 'null'), next #> '{texts,riskWarning}') as next_warning,
      old -> 'questionnaire' as old_form, next -> 'questionnaire' as next_form
    from both_rules),
  found (step) as (
    select 'level' from part, jsonb_array_elements(next_rule -> 'levels') n
    where n ->> 'level' <> 'none' and not exists (
      select from jsonb_array_elements(old_rule -> 'levels') o
      where array_position(levels, o ->> 'level') >= array_position(levels, n ->> 'level')
        and (o ->> 'fromCents')::bigint <= (n ->> 'fromCents')::bigint
        and (o ->> 'counted' = 'total' or n ->> 'counted' = 'single' or (o ->> 'fromCents')::bigint = 0))
    union
    select 'documents'
    from part, (values ('identity', array['basic', 'full', 'source_of_funds']),
      ('address', array['full', 'source_of_funds'])) proof (kind, asked_by)
    where (exists (select from jsonb_array_elements(next_rule -> 'levels') l where l ->> 'level' = any (asked_by))
        or exists (
          select from jsonb_array_elements(next -> 'limits') l
          where l ->> 'operation' = 'withdraw' and l ->> 'level' is not null))
      and not coalesce(nullif(next #> array['documents', kind], '[]'), shipped #> array['documents', kind])
        @> coalesce(nullif(old #> array['documents', kind], '[]'), shipped #> array['documents', kind])
    union
    select need
    from part, jsonb_array_elements_text(next_rule -> 'needs') need
    where not old_rule -> 'needs' ? need or case need
      when 'category' then exists (
        select from jsonb_array_elements(old -> 'categories') o
        where not exists (
          select from jsonb_array_elements(next -> 'categories') n
          where n - '{statements,validMonths}'::text[] = o - '{statements,validMonths}'::text[]
            and (n ->> 'validMonths')::integer >= (o ->> 'validMonths')::integer
            and (o -> 'statements') @> (n -> 'statements')))
      when 'questionnaire' then next_form <> 'null' and (old_form = 'null' or not (
        next_form -> 'id' = old_form -> 'id' and next_form -> 'version' = old_form -> 'version'
        and (next_form ->> 'validMonths')::integer >= (old_form ->> 'validMonths')::integer
        and (next_form ->> 'retakeWaitHours')::integer <= (old_form ->> 'retakeWaitHours')::integer
        and jsonb_array_length(next_form -> 'questions') - (next_form ->> 'minRight')::integer
          >= jsonb_array_length(old_form -> 'questions') - (old_form ->> 'minRight')::integer
        and not exists (
          select from jsonb_array_elements(next_form -> 'questions') n
          where n not in (select * from jsonb_array_elements(old_form -> 'questions')))))
      when 'warning' then next_warning <> old_warning
      when 'cooling_off' then (next ->> 'coolingOffHours')::integer > 0 and (next -> 'key' <> old -> 'key'
        or (next ->> 'coolingOffHours')::integer > (old ->> 'coolingOffHours')::integer)
      else true end
    union
    select 'limit' from part, jsonb_array_elements(next -> 'limits') n, unnest(levels) level
    where n ->> 'operation' = 'withdraw' and level = coalesce(n ->> 'level', level) and not exists (
      select from jsonb_array_elements(old -> 'limits') o
      where o ->> 'operation' = 'withdraw' and level = coalesce(o ->> 'level', level)
        and (o ->> 'category' is null or o -> 'category' = n -> 'category'
          and (select c -> 'version' from jsonb_array_elements(old -> 'categories') c where c -> 'id' = n -> 'category')
            is not distinct from (
              select c -> 'version' from jsonb_array_elements(next -> 'categories') c
              where c -> 'id' = n -> 'category'))
        and (o ->> 'cents')::bigint <= (n ->> 'cents')::bigint
        and (o ->> 'days')::integer >= (n ->> 'days')::integer))
  select case
    when not (old_rule ->> 'allowed')::boolean then '{}'
    when not (next_rule ->> 'allowed')::boolean then array['not_offered']
    else array(select step from found order by step)
  end
  from part
$$;

revoke all on function public.list_stricter_steps from public;
grant execute on function public.list_stricter_steps to candor_app;
