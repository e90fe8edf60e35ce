-- Adds committed audit events to the hash chain and returns how many. Only one session does so at a time.
create or replace function public.link_audit_events(at_most integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
as $$
declare
  one    audit_event;
  last   bytea;
  next   bigint;
  linked integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('audit chain')) then
    return 0;
  end if;
  select place, hash into next, last from audit_link order by place desc limit 1;
  next := coalesce(next, 0);
  last := coalesce(last, decode(repeat('00', 32), 'hex'));
  for one in
    select a.* from audit_pending p join audit_event a using (sequence) order by p.sequence limit at_most
  loop
    next := next + 1;
    last := sha256(last || convert_to(audit_event_text(one), 'UTF8'));
    insert into audit_link values (next, one.id, last);
    delete from audit_pending where sequence = one.sequence;
    linked := linked + 1;
  end loop;
  return linked;
end $$;

revoke all on function public.link_audit_events from public;
grant execute on function public.link_audit_events to candor_app;
