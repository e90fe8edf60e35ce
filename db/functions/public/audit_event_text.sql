-- Returns the text that the hash of an audit event is computed from. A reader can compute the hash from it.
create or replace function public.audit_event_text(a public.audit_event)
returns text
language sql stable
set search_path = public, pg_temp
as $$
  select json_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint::text,
    a.actor_kind, a.actor_id, a.actor_label, a.action, a.subject_id, a.details::text)::text
$$;
