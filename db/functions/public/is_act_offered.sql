-- Returns whether an act is offered in a country on a day, by the rules in force. The rules that the software ships, and
-- those that the sandbox asks nothing of, offer every act.
create or replace function public.is_act_offered(of_country text, act text, on_day date)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select coalesce((
    select is_gate_open(r.id) or (r.content::jsonb -> 'acts' -> act ->> 'allowed')::boolean
    from rule_set r where r.id = rule_set_in_force(of_country, on_day)), true)
$$;

revoke all on function public.is_act_offered from public;
grant execute on function public.is_act_offered to candor_app, candor_read;
