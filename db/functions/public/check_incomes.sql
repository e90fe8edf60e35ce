-- Checks invariant 4: the used part of each income is what distributions took from it. Incomes are few: always all.
create or replace function public.check_incomes()
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 4, format('%s of it is used, distributions took %s', i.used_cents, coalesce(d.cents, 0)), i.id
  from plan_income i
  left join (
    select income_id, sum(cents) as cents from distribution_income group by income_id) d on d.income_id = i.id
  where i.used_cents <> coalesce(d.cents, 0)
$$;

revoke all on function public.check_incomes from public;
grant execute on function public.check_incomes to candor_app, candor_read;
