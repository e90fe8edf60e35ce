-- Returns audit events that are neither in the hash chain nor queued for it: they were written past the trigger.
create or replace function public.unlinked_audit_events()
returns table (audit_event_id text)
language sql stable security definer
set search_path = public, pg_temp
as $$
  select a.id from audit_event a
  where not exists (select from audit_link l where l.audit_event_id = a.id)
    and not exists (select from audit_pending p where p.sequence = a.sequence)
  order by a.sequence limit 100
$$;

revoke all on function public.unlinked_audit_events from public;
grant execute on function public.unlinked_audit_events to candor_app, candor_read;
