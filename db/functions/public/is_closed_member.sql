-- Returns whether the account of a member is closed.
create or replace function public.is_closed_member(member_id text)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select exists (select from member m where m.id = is_closed_member.member_id and m.status = 'closed')
$$;

revoke all on function public.is_closed_member from public;
grant execute on function public.is_closed_member to candor_app;
