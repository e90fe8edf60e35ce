-- Refuses a change of status that is not among the trigger's arguments, each written 'from>to'.
create or replace function public.require_listed_transition()
returns trigger
language plpgsql
as $$
begin
  if not (old.status || '>' || new.status) = any (tg_argv) then
    raise exception 'a % does not go from % to %', tg_table_name, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
