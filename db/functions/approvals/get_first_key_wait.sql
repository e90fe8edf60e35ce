set role ledger_owner;

-- Returns how long a first key signs nothing: as long as a new decider decides on nothing, and longer in a new
-- generation of keys (null: none was started), since no admin confirms it.
create or replace function approvals.get_first_key_wait(generation integer)
returns interval
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select case
    when generation is null then get_decider_wait()
    when is_live() then interval '7 days'
    else interval '0' end
$$;

revoke all on function approvals.get_first_key_wait from public;
grant execute on function approvals.get_first_key_wait to candor_app, candor_read;
