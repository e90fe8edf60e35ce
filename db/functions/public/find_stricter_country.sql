-- Returns a country in which new rules would require more of a withdrawal, on a day before another, than what applies
-- there without them; null if there is none. Rules of other keys and other days are those that are published: a country
-- may come from another set or go to one. ZZ stands for every country that no rules name.
create or replace function public.find_stricter_country(new_rules rule_set, before_day date)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  with country as (
    select c from (select unnest(r.countries) as c from rule_set r union select unnest(new_rules.countries)) n
    where c <> '*' union select 'ZZ'),
  day as (
    select r.effective_from as d from rule_set r
    where r.effective_from > new_rules.effective_from and r.effective_from < before_day
    union select new_rules.effective_from where new_rules.effective_from < before_day),
  place as (
    select c, (select content::jsonb from rule_set where id = rule_set_in_force(c, d)) as present,
      find_rule_set(c, d, new_rules.key) as other
    from country, day),
  compared as (
    select p.c, p.present, case
      when p.c = any (new_rules.countries) then new_rules.content::jsonb
      when p.c = any (o.countries) then o.content::jsonb
      when '*' = any (new_rules.countries) then new_rules.content::jsonb
      else o.content::jsonb end as next
    from place p left join rule_set o on o.id = p.other)
  select c from compared where list_stricter_steps(present, next) <> '{}' order by c limit 1
$$;

revoke all on function public.find_stricter_country from public;
grant execute on function public.find_stricter_country to candor_app;
