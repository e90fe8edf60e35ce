-- Returns how many more cents can be placed outside: for a plan (its open principal and unpaid income, less what is
-- placed for it), and for all plans (what is left of custody, at cost, after everything payable at once and in
-- suspense: principal, plan income and the operator's own money, less what is placed).
create or replace function public.placeable_assets(only_plan text)
returns table (for_plan bigint, for_all bigint)
language sql stable security definer
set search_path = public, pg_temp
as $$
  select (
      coalesce((select sum(remaining_cents) from position where plan_id = only_plan and status = 'open'), 0)
      + coalesce((
        select sum(ledger.balance(id)) from ledger.accounts
        where account_type in ('plan_income', 'plan_assets') and owner = only_plan), 0))::bigint,
    coalesce((
      select sum(ledger.balance(id)) from ledger.accounts
      where currency = 'USD' and account_type in (
        'member_principal', 'plan_income', 'plan_assets', 'equity', 'promotion', 'fees')), 0)::bigint
$$;

revoke all on function public.placeable_assets from public;
grant execute on function public.placeable_assets to candor_app, candor_read;
