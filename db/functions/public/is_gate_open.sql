-- Returns whether operations need no gate under a rule set: in the sandbox, where the set says that it asks for nothing
-- there, and under the rules that the software ships.
create or replace function public.is_gate_open(of_rule_set text)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select not exists (select from mode where name = 'live')
    and coalesce((select content::jsonb ->> 'sandbox' = 'free' from rule_set where id = of_rule_set), true)
$$;

revoke all on function public.is_gate_open from public;
grant execute on function public.is_gate_open to candor_app, candor_read;
