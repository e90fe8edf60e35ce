-- Refuses a checkpoint that is not of all entries, or not larger than the one before.
create or replace function public.check_log_checkpoint()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.size <> (select max(position) + 1 from log_entry) then
    raise exception 'checkpoint % is not of the whole log', new.size using errcode = 'restrict_violation';
  end if;
  if new.size <= (select max(size) from log_checkpoint) then
    raise exception 'checkpoint % is not larger than the one before', new.size using errcode = 'restrict_violation';
  end if;

  return new;
end $$;
