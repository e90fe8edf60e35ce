-- Refuses to change or remove rows of append-only tables.
create or replace function public.refuse_rewriting()
returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only: write a new row instead', tg_table_name using errcode = 'restrict_violation';
end $$;
