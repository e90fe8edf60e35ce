-- Returns the id of the rule set that applies in a country on a day: of each key the version that took effect last, and
-- of those the newest that names the country, else the newest for every country. Null: the rules that the software
-- ships.
create or replace function public.rule_set_in_force(of_country text, on_day date)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  select c.id
  from (
    select distinct on (r.key) r.id, r.countries, r.sequence from rule_set r
    where r.effective_from <= on_day order by r.key, r.effective_from desc, r.version desc) c
  where of_country = any (c.countries) or '*' = any (c.countries)
  order by of_country = any (c.countries) desc, c.sequence desc
  limit 1
$$;

revoke all on function public.rule_set_in_force from public;
grant execute on function public.rule_set_in_force to candor_app, candor_read;
