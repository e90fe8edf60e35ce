-- Recomputes a stretch of the audit log's hash chain. Returns the first place that is wrong, or how far it is intact.
create or replace function public.check_links(
  after_place bigint, at_most integer, out reached bigint, out wrong_place bigint, out wrong text)
language plpgsql stable security definer
set search_path = public, pg_temp
as $$
declare
  one  record;
  last bytea;
begin
  reached := after_place;
  last := decode(repeat('00', 32), 'hex');
  if after_place > 0 then
    select hash into last from audit_link where place = after_place;
  end if;
  for one in
    select l.place, l.hash, l.audit_event_id, a as event
    from audit_link l left join audit_event a on a.id = l.audit_event_id
    where l.place > after_place
    order by l.place limit at_most
  loop
    if one.place <> reached + 1 then
      wrong_place := reached + 1;
      wrong := 'a place is missing';
      return;
    end if;
    if (one.event).id is null then
      wrong_place := one.place;
      wrong := format('the event %s is missing', one.audit_event_id);
      return;
    end if;
    last := sha256(last || convert_to(audit_event_text(one.event), 'UTF8'));
    if last is distinct from one.hash then
      wrong_place := one.place;
      wrong := format('the event %s is not as it was written', one.audit_event_id);
      return;
    end if;
    reached := one.place;
  end loop;
end $$;

revoke all on function public.check_links from public;
grant execute on function public.check_links to candor_app, candor_read;
