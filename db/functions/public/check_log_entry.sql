-- Refuses an entry of the log anywhere but at its end.
create or replace function public.check_log_entry()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.position <> (select coalesce(max(position) + 1, 0) from log_entry) then
    raise exception 'entry % is not at the end of the log', new.position using errcode = 'restrict_violation';
  end if;

  return new;
end $$;
