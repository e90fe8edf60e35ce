-- Returns the id of the rule set that applies in a country on a day. Null: the rules that the software ships.
create or replace function public.rule_set_in_force(of_country text, on_day date)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  select find_rule_set(of_country, on_day, null)
$$;

revoke all on function public.rule_set_in_force from public;
grant execute on function public.rule_set_in_force to candor_app, candor_read;
