-- Refuses a position whose member has not passed the gate of that day, by the rules in force, or may
-- not see plans of this family.
create or replace function public.require_invest_gate()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  rules text := (select rule_set_in_force(country, new.opened_on) from member where id = new.member_id);
begin
  if not is_gate_open(rules) and not exists (
    select from gate_record g
    where g.member_id = new.member_id and g.operation = 'invest' and g.subject_id = new.id and g.on_date = new.opened_on
      and g.rule_set_id is not distinct from rules and g.amount >= new.principal_cents
      and is_plan_visible(rules, new.member_id, (select family from plan where id = new.plan_id), g.on_date)) then
    raise exception 'a position needs a passed gate of its day' using errcode = 'EL001';
  end if;
  return new;
end $$;
