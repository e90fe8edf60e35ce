-- Protects the name and contact details of a closed account: they never change, and go, in live, only when the
-- retention of the rules has ended.
create or replace function public.protect_closed_identity()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' and (not exists (select from mode where name = 'live') or old.rules_until <= now()) then
    return old;
  end if;
  raise exception 'the details of a closed account are retained as they are' using errcode = 'restrict_violation';
end $$;
