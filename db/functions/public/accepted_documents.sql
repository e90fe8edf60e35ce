-- Returns the kinds of documents that the rules of a member's country accept on a day: for the identity and for the
-- address. Null: those that the software ships.
create or replace function public.accepted_documents(of_member text, on_day date)
returns jsonb
language sql stable
set search_path = public, pg_temp
as $$
  select r.content::jsonb -> 'documents' from member m join rule_set r on r.id = rule_set_in_force(m.country, on_day)
  where m.id = of_member
$$;

revoke all on function public.accepted_documents from public;
grant execute on function public.accepted_documents to candor_app;
