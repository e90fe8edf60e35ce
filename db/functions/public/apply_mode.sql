-- Applies the rules of the mode: live requires an approval for each adjustment and each match of unidentified money.
create or replace function public.apply_mode()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if new.name = 'live' then
    perform ledger.tighten_approval('adjusted', 0), ledger.tighten_approval('suspense_matched', 0);
  end if;
  return null;
end $$;

revoke all on function public.apply_mode from public;
