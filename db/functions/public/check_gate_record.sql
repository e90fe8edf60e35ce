-- Records that a member passed a gate only if they did, by the rules in force on that day: operation, level, needs and
-- limits. The code above asks first and says what is missing; what it forgets is refused here. Gates of one member are
-- recorded one after the other, so that two at once don't both count what is left of a limit.
create or replace function public.check_gate_record()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  level   integer := coalesce(verified_level(new.member_id, new.on_date), 0);
  rules   jsonb;
  missing text;
begin
  perform pg_advisory_xact_lock(hashtextextended('withdrawals/' || new.member_id, 0));
  if new.rule_set_id is distinct from (
    select rule_set_in_force(m.country, new.on_date) from member m where m.id = new.member_id) then
    raise exception 'these rules are not in force for the member' using errcode = 'EL002';
  end if;
  select content::jsonb into rules from rule_set where id = new.rule_set_id;

  missing := case
    when is_gate_open(new.rule_set_id) then null
    when rules is null then
      case when level < case new.operation when 'withdraw' then 2 when 'deposit' then 1 when 'invest' then 1 else 0 end
        then 'level' end
    else find_missing_step(rules, level, new)
  end;
  if missing is not null then
    raise exception 'this gate was not passed: %', missing using errcode = 'EL002';
  end if;
  return new;
end $$;
