-- Records what a credit takes its member's deposits above their limit, and the limits that apply to it, by the rules of
-- its day. It is never changed. Credits of one member are recorded one after the other.
create or replace function public.record_over_limit()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  day      date := (new.decided_at at time zone 'utc')::date;
  of_rules text;
  rules    jsonb;
begin
  if tg_op = 'INSERT' then
    new.over_limit := null;
    new.applied_limits := null;
  end if;
  if tg_op = 'INSERT' or new.status <> 'completed' or old.status = 'completed' then
    return new;
  end if;
  select rule_set_in_force(m.country, day) into of_rules from member m where m.id = new.member_id;
  select content::jsonb into rules from rule_set where id = of_rules;
  new.over_limit := 0;
  new.applied_limits := '[]';
  if rules is null or is_gate_open(of_rules) then
    return new;
  end if;

  perform pg_advisory_xact_lock(hashtextextended('withdrawals/' || new.member_id, 0));
  select least(new.credited, greatest(0, max(new.credited - (l ->> 'cents')::bigint + (
      select coalesce(sum(m.cents), 0) from eligibility_movement m
      where m.member_id = new.member_id and m.operation = 'deposit' and m.open_until is null
        and m.subject_id <> new.id and m.moved_on > day - (l ->> 'days')::integer))))::bigint,
      jsonb_agg(jsonb_build_object('cents', l -> 'cents', 'days', l -> 'days'))
    into new.over_limit, new.applied_limits
    from jsonb_array_elements(rules -> 'limits') l
    where is_limit_of(l, 'deposit', coalesce(verified_level(new.member_id, day), 0),
      declared_category(new.member_id, rules, day));
  new.over_limit := coalesce(new.over_limit, 0);
  new.applied_limits := coalesce(new.applied_limits, '[]');
  return new;
end $$;
