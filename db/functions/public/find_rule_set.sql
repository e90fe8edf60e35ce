-- Returns the id of the rule set that applies in a country on a day without the rules of one key: of each other key the
-- version that took effect last, and of those the newest that names the country, else the newest for every country.
-- Null: the rules that the software ships.
create or replace function public.find_rule_set(of_country text, on_day date, without_key text)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  select c.id
  from (
    select distinct on (r.key) r.id, r.countries, r.sequence from rule_set r
    where r.effective_from <= on_day and r.key is distinct from without_key
    order by r.key, r.effective_from desc, r.version desc) c
  where of_country = any (c.countries) or '*' = any (c.countries)
  order by of_country = any (c.countries) desc, c.sequence desc
  limit 1
$$;

revoke all on function public.find_rule_set from public;
grant execute on function public.find_rule_set to candor_app, candor_read;
