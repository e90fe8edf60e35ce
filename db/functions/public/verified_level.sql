-- Returns the level that a member is verified at on a day: 0 none, 1 basic, 2 full, 3 source of funds.
create or replace function public.verified_level(member_id text, on_date date)
returns integer
language sql stable
set search_path = public, pg_temp
as $$ select 0 $$;

revoke all on function public.verified_level from public;
grant execute on function public.verified_level to candor_app, candor_read;
