-- Protects an enquiry as it was written: only its state, assignee and handling change.
create or replace function public.protect_enquiry()
returns trigger
language plpgsql
as $$
begin
  if (to_jsonb(new) - '{state,assigned_to,handled_at,handled_by}'::text[])
    <> (to_jsonb(old) - '{state,assigned_to,handled_at,handled_by}'::text[]) then
    raise exception 'the text of an enquiry does not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
