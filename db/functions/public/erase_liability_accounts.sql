-- Erases what the proofs of liabilities store of a member whose account is closed. A proof that is being made needs its
-- amounts: its publication erases them. The lock makes a publication at the same time come before or after this.
create or replace function public.erase_liability_accounts()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  newest text := (select id from liability_epoch order by day desc limit 1);
begin
  perform from liability_epoch where id = newest for share;
  delete from liability_account a using liability_epoch e
  where a.member_id = new.id and e.id = a.epoch_id and (e.id <> newest or e.published_at is not null);
  return null;
end $$;

revoke all on function public.erase_liability_accounts from public;
