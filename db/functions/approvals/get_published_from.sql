set role ledger_owner;

-- Returns from when the transparency log has shown a key of a live installation for long enough to sign: a first key a
-- day less than it waits, any other at once. Null while the log lacks it. Verifiers check the same from the log alone.
create or replace function approvals.get_published_from(key_id text)
returns timestamptz
language sql stable security definer
set search_path = approvals, pg_temp
as $$
  select case when not is_live() then k.registered_at
    else (
      select (convert_from(e.content, 'UTF8')::jsonb ->> 'at')::timestamptz from public.log_entry e
      where e.kind = 'approval-key' and e.subject = k.id order by e.position limit 1)
      + case when k.first then get_first_key_wait(k.generation) - interval '24 hours' else interval '0' end end
  from key k where k.id = key_id
$$;

revoke all on function approvals.get_published_from from public;
grant execute on function approvals.get_published_from to candor_app, candor_read;
