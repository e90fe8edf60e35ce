-- Returns the level of verification of a member on a day: 0 none, 1 basic, 2 full, 3 source of funds. A level needs the
-- lower ones, and counts for the name, the country and the details that were verified, until its re-check date.
create or replace function public.verified_level(member_id text, on_date date)
returns integer
language sql stable security definer
set search_path = public, pg_temp
as $$
  select case
    when not coalesce(bool_or(v.level = 'basic'), false) then 0
    when not bool_or(v.level = 'full') then 1
    when not bool_or(v.level = 'source_of_funds') then 2
    else 3
  end
  from identity_verification v
  join member m on m.id = v.member_id
  join member_identity i on i.member_id = v.member_id
  where v.member_id = verified_level.member_id and v.status = 'passed' and v.expires_on > on_date
    and v.identity_version = i.version and v.name = m.first_name || ' ' || m.last_name
    and i.country = m.country
$$;

revoke all on function public.verified_level from public;
grant execute on function public.verified_level to candor_app;
