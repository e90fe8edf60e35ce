-- Returns whether a member is neither credited nor paid: while a screening case is open or a true match and, in live,
-- once lists are loaded, before the first screening, and after another name, country or date of birth until it is
-- repeated.
create or replace function public.is_held_member(member_id text)
returns boolean
language sql stable
set search_path = public, pg_temp
as $$
  select exists (
      select from screening_case c where c.member_id = is_held_member.member_id and c.status in ('open', 'true_match'))
    or exists (select from mode where name = 'live')
      and exists (select from screening_list)
      and not exists (
        select from member_screening s
        join member m on m.id = s.member_id
        left join member_identity i on i.member_id = s.member_id
        where s.member_id = is_held_member.member_id and s.profile_version = m.profile_version
          and s.identity_version is not distinct from i.version)
$$;

revoke all on function public.is_held_member from public;
grant execute on function public.is_held_member to candor_app, candor_read;
