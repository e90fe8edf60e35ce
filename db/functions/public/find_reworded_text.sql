-- Returns where rules have a text whose id and version stand for other words in published rules, in the rules that the
-- software ships, or in the rules themselves; null where they have none. What a member confirmed, declared or answered
-- counts by id and version, in every country: other words under the same version would count without having been
-- shown. A sample counts until rules with its versions are published.
create or replace function public.find_reworded_text(rules jsonb, samples jsonb default '[]')
returns text
language sql stable
set search_path = public, pg_temp
as $$
  with shipped as (
    select jsonb_build_object('texts', jsonb_build_object('riskWarning', jsonb_build_object(
      'id', 'risk-default', 'version', '1',
      'text', 'You can lose all the money you invest. A target return is an aim and may not be reached. '
        || 'Don''t invest money that you can''t afford to lose.')),
      'categories', '[]'::jsonb, 'questionnaire', null) as rules),
  published as (
    select t.* from rule_set r, list_rule_texts(r.content::jsonb) t
    union all select t.* from shipped s, list_rule_texts(s.rules) t),
  used as (
    select * from published
    union all select * from list_rule_texts(find_reworded_text.rules)
    union all
    select t.* from jsonb_array_elements(samples) s, list_rule_texts(s) t
    where not exists (
      select from published p where (p.kind, p.id, p.version) = (t.kind, t.id, t.version)))
  select n.path from list_rule_texts(find_reworded_text.rules) n
  where exists (
    select from used u where (u.kind, u.id, u.version) = (n.kind, n.id, n.version) and u.content <> n.content)
  order by n.path
  limit 1
$$;

revoke all on function public.find_reworded_text from public;
grant execute on function public.find_reworded_text to candor_app;
