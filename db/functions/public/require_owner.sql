-- Refuses to suspend or demote the last owner who can sign in. The lock makes two owners who demote each other wait.
create or replace function public.require_owner()
returns trigger
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtext('staff owners'));
  if not exists (
    select from staff s join credential c on c.person_id = s.id
    where s.role = 'owner' and s.suspended_at is null and c.password_hash <> '' and s.id <> new.id) then
    raise exception 'at least one owner must remain' using errcode = 'ST001';
  end if;
  return new;
end $$;

revoke all on function public.require_owner from public;
