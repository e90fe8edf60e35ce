-- Returns whether a limit of rules counts an operation of a member with a level and a category.
create or replace function public.is_limit_of(a_limit jsonb, operation text, level integer, category text)
returns boolean
language sql immutable
set search_path = public, pg_temp
as $$
  select a_limit ->> 'operation' = operation
    and level = coalesce(
      array_position(array['none', 'basic', 'full', 'source_of_funds'], a_limit ->> 'level') - 1, level)
    and (a_limit ->> 'category' is null or coalesce(a_limit ->> 'category' = category, false))
$$;

revoke all on function public.is_limit_of from public;
grant execute on function public.is_limit_of to candor_app;
