-- Refuses any change to a closed member account.
create or replace function public.refuse_reopening()
returns trigger
language plpgsql
as $$
begin
  if old.status = 'closed' and new is distinct from old then
    raise exception 'a closed account cannot be reopened' using errcode = 'check_violation';
  end if;
  return new;
end $$;
