-- Returns the cents that a member deposited above a limit of the rules and has not withdrawn since the day of their
-- newest deposit: what has to stay in their balance. Rules that are stricter since then don't raise what each deposit
-- took above its limit when it arrived; rules that allow more lower it. Quotes are not deposited yet. Only what a
-- withdrawal took from cash lowers it, so that cash less the excess is the same when the withdrawal is cancelled or
-- rejected.
create or replace function public.deposit_excess(of_member text, rules jsonb, level integer, on_day date)
returns bigint
language sql stable
set search_path = public, pg_temp
as $$
  with moved as (
    select m.operation, m.moved_on, m.cents, m.cash_cents, m.over_cents from eligibility_movement m
    where m.member_id = of_member and m.open_until is null),
  above as (
    select (
      select least(coalesce(sum(cents), 0) - (l ->> 'cents')::bigint, coalesce(sum(over_cents), 0)) from moved
      where operation = 'deposit' and moved_on > on_day - (l ->> 'days')::integer) as cents
    from jsonb_array_elements(rules -> 'limits') l
    where is_limit_of(l, 'deposit', level, declared_category(of_member, rules, on_day)))
  select greatest(0, coalesce((select max(cents) from above), 0) - (
    select coalesce(sum(cash_cents), 0) from moved
    where operation = 'withdraw' and moved_on >= (select max(moved_on) from moved where operation = 'deposit')))::bigint
$$;

revoke all on function public.deposit_excess from public;
grant execute on function public.deposit_excess to candor_app;
