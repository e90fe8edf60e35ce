-- Returns whether a member is neither credited nor paid: while a screening case is open or a true match and, in live,
-- once lists are loaded, before the first screening.
create or replace function public.is_held_member(member_id text)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select exists (
      select from screening_case c where c.member_id = is_held_member.member_id and c.status in ('open', 'true_match'))
    or exists (select from mode where name = 'live')
      and exists (select from screening_list)
      and not exists (select from member_screening s where s.member_id = is_held_member.member_id)
$$;

revoke all on function public.is_held_member from public;
grant execute on function public.is_held_member to candor_app, candor_read;
