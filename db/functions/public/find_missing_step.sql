-- Returns the first step that rules require before an operation and that its member has not done; null when none is
-- missing.
create or replace function public.find_missing_step(rules jsonb, level integer, gate gate_record)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  with moved as (
    select m.moved_on, m.cents from eligibility_movement m
    where m.member_id = gate.member_id and m.operation = gate.operation and m.subject_id <> gate.subject_id
      and (m.open_until is null or m.open_until > gate.checked_at)),
  shown as (
    select e.* from eligibility_evidence e
    where e.member_id = gate.member_id and e.passed and (e.valid_until is null or e.valid_until >= gate.on_date)),
  declared as (select declared_category(gate.member_id, rules, gate.on_date) as category),
  rule as (select rules -> 'operations' -> gate.operation as operation),
  warning as (
    select coalesce(nullif(rules -> 'texts' -> 'personalWarning', 'null'), rules -> 'texts' -> 'riskWarning') as text)
  select case
    when not (operation ->> 'allowed')::boolean then 'not_offered'
    when level < coalesce((
      select max(array_position(array['none', 'basic', 'full', 'source_of_funds'], l ->> 'level') - 1)
      from jsonb_array_elements(operation -> 'levels') l
      where gate.amount + case l ->> 'counted' when 'total' then (select coalesce(sum(cents), 0) from moved) else 0 end
        >= (l ->> 'fromCents')::bigint), 0) then 'level'
    when operation -> 'needs' ? 'category' and (select category from declared) is null then 'category'
    when operation -> 'needs' ? 'questionnaire' and not exists (
      select from shown s where s.kind = 'questionnaire' and s.text_id = rules -> 'questionnaire' ->> 'id'
        and s.text_version = rules -> 'questionnaire' ->> 'version') then 'questionnaire'
    when operation -> 'needs' ? 'warning' and not exists (
      select from shown s, warning w where s.kind = 'warning' and s.text_id = w.text ->> 'id'
        and s.text_version = w.text ->> 'version') then 'warning'
    when operation -> 'needs' ? 'cooling_off'
      and not exists (select from position p where p.member_id = gate.member_id and p.id <> gate.subject_id)
      and not exists (
        select from shown s where s.kind = 'cooling_off' and s.text_id = rules ->> 'key'
          and s.at + (rules ->> 'coolingOffHours')::integer * interval '1 hour' <= gate.checked_at) then 'cooling_off'
    when exists (
      select from jsonb_array_elements(rules -> 'limits') l
      where is_limit_of(l, gate.operation, level, (select category from declared))
        and gate.amount + (
          select coalesce(sum(cents), 0) from moved where moved_on > gate.on_date - (l ->> 'days')::integer)
          > (l ->> 'cents')::bigint) then 'limit'
  end
  from rule
$$;

revoke all on function public.find_missing_step from public;
grant execute on function public.find_missing_step to candor_app;
