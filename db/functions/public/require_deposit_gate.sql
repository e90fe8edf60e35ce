-- Refuses a quote whose member has not passed its gate, by the rules in force, or may not see plans of this family.
create or replace function public.require_deposit_gate()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (
    select from member m
    where m.id = new.member_id
      and not is_gate_open(rule_set_in_force(m.country, (new.created_at at time zone 'utc')::date))
      and not exists (
        select from gate_record g
        where g.member_id = m.id and g.operation = 'deposit' and g.subject_id = new.id and g.amount >= new.amount
          and g.rule_set_id is not distinct from rule_set_in_force(m.country, g.on_date)
          and is_plan_visible(g.rule_set_id, m.id, (
            select p.family from plan p join plan_version v on v.plan_id = p.id where v.id = new.plan_version_id),
            g.on_date))) then
    raise exception 'a quote needs a passed gate' using errcode = 'EL001';
  end if;
  return new;
end $$;
