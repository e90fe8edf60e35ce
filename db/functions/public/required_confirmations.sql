-- Returns how many confirmations a payment worth so many cents needs on a chain, by the setting; 0: its block must be
-- final, on TRON always. In the setting 1000 stands for a final block.
create or replace function public.required_confirmations(chain text, cents numeric)
returns integer
language sql stable
set search_path = public, pg_temp
as $$
  select case when chain = 'tron' or n.needed >= 1000 then 0 else n.needed end
  from (select case when chain = 'bitcoin' then 'bitcoin' else 'ethereum' end
    || case when cents < 100000 then '' when cents < 1000000 then 'From1000' else 'From10000' end as field) f
  join setting_control c on c.setting = 'confirmations' and c.field = f.field
  left join setting s on s.name = 'confirmations'
  cross join lateral (select (coalesce(s.value -> f.field,
    case when approvals.is_live() then c.shipped_live else c.shipped end) #>> '{}')::integer as needed) n
$$;

revoke all on function public.required_confirmations from public;
grant execute on function public.required_confirmations to candor_app, candor_read;
