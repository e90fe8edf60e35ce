-- Checks invariant 4 for some distributions, or all with null: payouts agree with what was shared out, an ended one
-- paid what it was funded with, and its incomes funded it.
create or replace function public.check_distributions(only_ids text[])
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 4,
    format('%s of %s was shared out, its payouts come to %s', d.done_paid, d.funded_cents, coalesce(p.paid, 0)), d.id
  from distribution d
  left join (
    select distribution_id, sum(cents) as paid from payout
    where only_ids is null or distribution_id = any (only_ids)
    group by distribution_id) p on p.distribution_id = d.id
  where (only_ids is null or d.id = any (only_ids))
    and (d.done_paid <> coalesce(p.paid, 0) or (d.ended_at is not null and d.funded_cents <> coalesce(p.paid, 0)))
  union all
  select 4, format('funded with %s, out of incomes of %s', d.funded_cents, coalesce(i.cents, 0)), d.id
  from distribution d
  left join (
    select distribution_id, sum(cents) as cents from distribution_income group by distribution_id) i
    on i.distribution_id = d.id
  where (only_ids is null or d.id = any (only_ids)) and d.funded_cents <> coalesce(i.cents, 0)
$$;

revoke all on function public.check_distributions from public;
grant execute on function public.check_distributions to candor_app, candor_read;
