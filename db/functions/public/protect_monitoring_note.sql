-- Protects the notes of a monitoring case: they never change, and are deleted only with the personal data of the case.
create or replace function public.protect_monitoring_note()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' and exists (
    select from monitoring_case c where c.id = old.case_id and c.erased_at is not null) then
    return old;
  end if;
  raise exception 'notes are part of the case file and never change' using errcode = 'restrict_violation';
end $$;
