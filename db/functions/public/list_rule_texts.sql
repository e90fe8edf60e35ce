-- Returns the texts of rules that members read, confirm, declare or answer: where each is, and what its id and version
-- stand for. How long a declaration or an answer counts, and how many answers have to be right, is no text.
create or replace function public.list_rule_texts(rules jsonb)
returns table (path text, kind text, id text, version text, content jsonb)
language sql immutable
set search_path = public, pg_temp
as $$
  select 'texts.' || name, case name when 'terms' then 'terms' else 'warning' end,
    t ->> 'id', t ->> 'version', t -> 'text'
  from jsonb_each(rules -> 'texts') as text (name, t)
  where t <> 'null'
  union all
  select 'categories.' || place - 1, 'category', c ->> 'id', c ->> 'version', c - 'validMonths'
  from jsonb_array_elements(rules -> 'categories') with ordinality as category (c, place)
  union all
  select 'questionnaire', 'questionnaire', q ->> 'id', q ->> 'version', q -> 'questions'
  from (select rules -> 'questionnaire') as form (q)
  where q <> 'null'
$$;

revoke all on function public.list_rule_texts from public;
grant execute on function public.list_rule_texts to candor_app;
