-- Returns audit events that are neither in the hash chain nor queued for it: they were written past the trigger.
create or replace function public.unlinked_acts()
returns table (act_id text)
language sql stable security definer
set search_path = public, pg_temp
as $$
  select a.id from audit_act a
  where not exists (select from audit_link l where l.act_id = a.id)
    and not exists (select from audit_pending p where p.sequence = a.sequence)
  order by a.sequence limit 100
$$;

revoke all on function public.unlinked_acts from public;
grant execute on function public.unlinked_acts to candor_app, candor_read;
