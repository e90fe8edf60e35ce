-- Deletes the notes about a member whose account was closed, and about their deposits and withdrawals.
create or replace function public.delete_member_notes()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  delete from desk_note where member_id = new.id
    or deposit_id in (select id from deposit where member_id = new.id)
    or withdrawal_id in (select id from withdrawal where member_id = new.id);
  return null;
end $$;

revoke all on function public.delete_member_notes from public;
