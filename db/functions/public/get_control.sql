-- Returns the value of a control among the settings: the stored one, else the shipped one of the mode.
create or replace function public.get_control(setting text, field text)
returns jsonb
language sql stable security definer
set search_path = public, pg_temp
as $$
  select coalesce(
    (select s.value -> c.field from setting s where s.name = c.setting),
    case when approvals.is_live() then c.shipped_live else c.shipped end)
  from setting_control c
  where c.setting = get_control.setting and c.field = get_control.field
$$;

revoke all on function public.get_control from public;
grant execute on function public.get_control to candor_app;
