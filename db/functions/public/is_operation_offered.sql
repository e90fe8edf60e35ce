-- Returns whether an operation is offered in a country on a day, by the rules in force. The rules that the software
-- ships, and those that the sandbox asks nothing of, offer every operation.
create or replace function public.is_operation_offered(of_country text, operation text, on_day date)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select coalesce((
    select is_gate_open(r.id) or (r.content::jsonb -> 'operations' -> operation ->> 'allowed')::boolean
    from rule_set r where r.id = rule_set_in_force(of_country, on_day)), true)
$$;

revoke all on function public.is_operation_offered from public;
grant execute on function public.is_operation_offered to candor_app, candor_read;
