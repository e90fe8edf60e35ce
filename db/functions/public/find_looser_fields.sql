-- Returns the fields of a setting that a new value makes looser, by setting_control. A number that becomes null is no
-- longer a limit, which is looser than any.
create or replace function public.find_looser_fields(setting text, before jsonb, after jsonb)
returns setof setting_control
language sql stable
set search_path = public, pg_temp
as $$
  select c.*
  from setting_control c
  cross join lateral (
    select coalesce(before -> c.field, case when approvals.is_live() then c.shipped_live else c.shipped end) as was,
      coalesce(after -> c.field, 'null') as becomes) v
  where c.setting = find_looser_fields.setting and case c.looser
    when 'higher' then v.was <> 'null' and coalesce((v.becomes #>> '{}')::numeric > (v.was #>> '{}')::numeric, true)
    when 'lower' then v.was <> 'null' and coalesce((v.becomes #>> '{}')::numeric < (v.was #>> '{}')::numeric, true)
    when 'changed' then v.becomes <> v.was and v.becomes <> '""'
    when 'fewer' then not v.becomes @> v.was
    else v.becomes = 'null' and v.was <> 'null' end
$$;
