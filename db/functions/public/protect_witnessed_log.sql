-- Refuses to take back what was cosigned: the log of another never shrinks, and a size has one root.
create or replace function public.protect_witnessed_log()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.origin <> old.origin or new.size < old.size or (new.size = old.size and new.root <> old.root) then
    raise exception 'the checkpoint of % goes back', old.origin using errcode = 'restrict_violation';
  end if;

  return new;
end $$;
