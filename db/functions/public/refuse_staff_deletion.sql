-- Refuses to delete staff: they stay on record.
create or replace function public.refuse_staff_deletion()
returns trigger
language plpgsql
as $$
begin
  raise exception 'an account of staff is never deleted' using errcode = 'restrict_violation';
end $$;
