-- Checks the invariants over everything, including the ledger's own verify(). See check_since() for their numbers.
create or replace function public.check_everything()
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
as $$
  select
    case
      when problem like 'row breaks a posting rule%' then 11
      when problem like '%balance%' or problem like 'account%' or problem like 'snapshot%' or problem like 'sum of%'
        then 2
      else 5
    end,
    problem, concat_ws(' ', 'row ' || journal_id, 'number ' || seq, 'block ' || block, detail)
  from ledger.verify()
  union all
  select * from ledger.check_sums()
  union all
  select * from ledger.check_receipts()
  union all
  select * from check_deposits(null)
  union all
  select * from check_withdrawals(null)
  union all
  select * from check_withdrawal_rows(0)
  union all
  select * from check_unmatched_rows(0)
  union all
  select * from check_payouts(null)
  union all
  select * from check_return_rows(0)
  union all
  select * from check_distributions(null)
  union all
  select * from check_incomes()
  union all
  select * from check_positions(null)
  union all
  select * from check_accruals(null)
  union all
  select * from check_versions()
  union all
  select * from check_results(0)
  union all
  select * from check_rewards(0, null)
  union all
  select * from check_approvals(0, null)
  union all
  select * from check_rates(0)
  union all
  select * from check_anchors()
$$;

revoke all on function public.check_everything from public;
grant execute on function public.check_everything to candor_app, candor_read;
