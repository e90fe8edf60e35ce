-- Refuses any change to a row that was used.
create or replace function public.refuse_reuse()
returns trigger
language plpgsql
as $$
begin
  if old.used_at is not null then
    raise exception 'a used % does not change', tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;
