-- Refuses any change to a row that was used.
create or replace function public.refuse_reuse()
returns trigger
language plpgsql
as $$
begin
  if old.used_at is not null then
    raise exception 'this was used before' using errcode = 'check_violation';
  end if;
  return new;
end $$;
