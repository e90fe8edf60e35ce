-- Refuses to request or approve a withdrawal whose member has not passed the gate of that day, by the rules in force.
create or replace function public.require_withdraw_gate()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  day date := (coalesce(new.approved_at, new.created_at) at time zone 'utc')::date;
begin
  if not exists (
    select from member m
    where m.id = new.member_id and (
      is_gate_open(rule_set_in_force(m.country, day))
      or exists (
        select from gate_record g
        where g.member_id = m.id and g.operation = 'withdraw' and g.subject_id = new.id and g.amount >= new.amount
          and (g.checked_at at time zone 'utc')::date = day
          and g.rule_set_id is not distinct from rule_set_in_force(m.country, g.on_date))))
    and exists (select from member m where m.id = new.member_id) then
    raise exception 'a payout needs a passed gate of its day' using errcode = 'EL001';
  end if;
  return new;
end $$;
