-- Returns a text of rules that still has the mark of the shipped samples; null where none has.
create or replace function public.find_sample_text(rules jsonb)
returns text
language sql immutable
set search_path = public, pg_temp
as $$
  select t #>> '{}' from jsonb_path_query(rules, 'strict $.** ? (@.type() == "string")') t
  where t #>> '{}' ~ '\m(Sample|SAMPLE)\M'
  limit 1
$$;

revoke all on function public.find_sample_text from public;
grant execute on function public.find_sample_text to candor_app;
