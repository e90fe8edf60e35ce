-- Erases what the proofs of liabilities store of a member whose account is closed.
create or replace function public.erase_liability_accounts()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  delete from liability_account where member_id = new.id;
  return null;
end $$;

revoke all on function public.erase_liability_accounts from public;
