-- Checks the invariants for everything after a sequence number, and for the deposits, withdrawals and distributions
-- decided since a moment. No rows mean that nothing is wrong.
--
--   1 debits equal credits in each currency      2 a balance equals its rows      3 no non-negative account below zero
--   4 returns paid <= income recorded            5 numbers without gaps, chain intact
--   6 deposits and withdrawals agree with the journal          7 owed to members as published
--   8 an idempotency key is posted once          9 positions agree with principal
--  10 promotion spent <= funded                 11 no row without actor and type, or against the posting rules
--
-- Invariant 12 (custody equals the outside balance, or a break is open) is checked by the treasury module.
create or replace function public.check_since(after_seq bigint, since timestamptz)
returns table (invariant integer, problem text, subject text)
language plpgsql stable
set search_path = public, pg_temp
as $$
declare
  deposits       text[];
  withdrawals    text[];
  members        text[];
  returns        text[];  -- positions whose return was paid, or fell due when the principal was returned
  distributions  text[];
  positions      text[];
begin
  select
      array_agg(distinct reference) filter (where transfer_type like 'deposit\_%'),
      array_agg(distinct reference)
        filter (where transfer_type like 'withdrawal\_%' or transfer_type in ('fee_charged', 'fee_reversed')),
      array_agg(distinct a.owner) filter (where a.account_type = 'member_principal'),
      array_agg(distinct reference)
        filter (where transfer_type in ('return_paid', 'principal_redeemed') and reference like 'pos\_%')
    into deposits, withdrawals, members, returns
  from ledger.rows_after_seq(after_seq) f
  left join ledger.accounts a on a.id in (f.debit, f.credit) and a.account_type = 'member_principal';
  deposits := coalesce(deposits, '{}')
    || array(select id from deposit where decided_at >= since)
    || array(select id from deposit where reversed_at >= since);
  withdrawals := coalesce(withdrawals, '{}')
    || array(select id from withdrawal where created_at >= since or closed_at >= since)
    || array(select id from withdrawal where reversed_at >= since);
  positions := array(
    select o.id from position o where o.opened_on >= since::date or o.matured_on >= since::date);
  distributions := array(select id from distribution where ended_at is null or ended_at >= since);

  return query
    select * from ledger.check_rows(after_seq)
    union all
    select * from ledger.check_chain(after_seq)
    union all
    select * from ledger.check_receipts()
    union all
    select * from check_deposits(deposits)
    union all
    select * from check_withdrawals(withdrawals)
    union all
    select * from check_withdrawal_rows(after_seq)
    union all
    select * from check_unmatched_rows(after_seq)
    union all
    select * from check_payouts(coalesce(returns, '{}'))
    union all
    select * from check_return_rows(after_seq)
    union all
    select * from check_distributions(distributions)
    union all
    select * from check_incomes()
    union all
    select * from check_positions(coalesce(members, '{}'))
    union all
    select * from check_accruals(coalesce(returns, '{}') || positions)
    union all
    select * from check_versions()
    union all
    select * from check_results(after_seq)
    union all
    select * from check_rewards(after_seq, since)
    union all
    select * from check_approvals(after_seq, since)
    union all
    select * from check_rates(after_seq)
    union all
    select * from check_anchors();
end $$;

revoke all on function public.check_since from public;
grant execute on function public.check_since to candor_app, candor_read;
