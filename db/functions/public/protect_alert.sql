-- Refuses to change an alert's source or beginning, and any change to a cleared alert.
create or replace function public.protect_alert()
returns trigger
language plpgsql
as $$
begin
  if old.cleared_at is not null or new.source <> old.source or new.raised_at <> old.raised_at then
    raise exception 'a resolved alert does not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
