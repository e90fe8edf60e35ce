-- Returns the cents that a member deposited above a limit of the rules and has not withdrawn since the day of their
-- newest deposit: what has to stay in their balance. Rules that are stricter since then don't raise what each deposit
-- took above its limit when it arrived, and what its own limits have released by the day stays released; rules that
-- allow more lower it. A deposit whose limits weren't recorded counts by the present limit alone. Quotes are not
-- deposited yet. Only what a withdrawal took from cash lowers it, so that cash less the excess is the same when the
-- withdrawal is cancelled or rejected.
create or replace function public.deposit_excess(of_member text, rules jsonb, level integer, on_day date)
returns bigint
language sql stable
set search_path = public, pg_temp
as $$
  with moved as (
    select m.operation, m.moved_on, m.cents, m.cash_cents, m.over_cents, m.applied_limits from eligibility_movement m
    where m.member_id = of_member and m.open_until is null),
  arrived as (
    select moved_on, applied_limits, sum(over_cents) as over_cents from moved
    where operation = 'deposit' and over_cents > 0 group by moved_on, applied_limits),
  retained as (
    select a.moved_on, case when a.applied_limits is null then a.over_cents else least(a.over_cents, (
      select coalesce(max(greatest(0, (
        select coalesce(sum(m.cents), 0) from moved m
        where m.operation = 'deposit' and m.moved_on <= a.moved_on and m.moved_on > on_day - (l ->> 'days')::integer)
        - (l ->> 'cents')::bigint)), 0)
      from jsonb_array_elements(a.applied_limits) l)) end as cents
    from arrived a),
  above as (
    select least(
      (select coalesce(sum(cents), 0) from moved
        where operation = 'deposit' and moved_on > on_day - (l ->> 'days')::integer) - (l ->> 'cents')::bigint,
      (select coalesce(sum(cents), 0) from retained where moved_on > on_day - (l ->> 'days')::integer)) as cents
    from jsonb_array_elements(rules -> 'limits') l
    where is_limit_of(l, 'deposit', level, declared_category(of_member, rules, on_day)))
  select greatest(0, coalesce((select max(cents) from above), 0) - (
    select coalesce(sum(cash_cents), 0) from moved
    where operation = 'withdraw' and moved_on >= (select max(moved_on) from moved where operation = 'deposit')))::bigint
$$;

revoke all on function public.deposit_excess from public;
grant execute on function public.deposit_excess to candor_app;
