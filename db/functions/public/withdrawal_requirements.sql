-- Returns each thing that rules require of a withdrawal, with the texts and questions that it refers to; of null those
-- of the rules that the software ships.
create or replace function public.withdrawal_requirements(rules jsonb)
returns text[]
language sql immutable
set search_path = public, pg_temp
as $$
  select case
    when rules is null
      then array['level ' || jsonb_build_object('level', 'full', 'fromCents', '0', 'counted', 'single')::text]
    when not (rules #>> '{operations,withdraw,allowed}')::boolean then array['not offered']
    else array(
      select 'level ' || l::text from jsonb_array_elements(rules #> '{operations,withdraw,levels}') l
      union all
      select need || ' ' || (case need
        when 'category' then rules -> 'categories'
        when 'questionnaire' then rules -> 'questionnaire'
        when 'warning' then coalesce(nullif(rules #> '{texts,personalWarning}', 'null'), rules #> '{texts,riskWarning}')
        when 'cooling_off' then jsonb_build_array(rules -> 'key', rules -> 'coolingOffHours') end)::text
      from jsonb_array_elements_text(rules #> '{operations,withdraw,needs}') need
      union all
      select 'limit ' || l::text from jsonb_array_elements(rules -> 'limits') l where l ->> 'operation' = 'withdraw')
  end
$$;

revoke all on function public.withdrawal_requirements from public;
grant execute on function public.withdrawal_requirements to candor_app;
