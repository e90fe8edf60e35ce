-- Holds the reversal of an income to the approval of two admins. A reversed income never changes again.
create or replace function public.check_income_reversal()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if old.reversed_at is not null then
    raise exception 'a reversed income does not change' using errcode = 'check_violation';
  end if;
  if new.reversed_at is not null and not is_income_reversal_approved(new) then
    raise exception 'an income is reversed by two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
