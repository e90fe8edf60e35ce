set role ledger_owner;

-- Lists the rows since a moment that were posted without an approval although they, with the rows of their transfer
-- type within the 24 hours before, reached the daily threshold of their time.
create or replace function ledger.daily_excesses(since timestamptz)
returns table (journal_id bigint, transfer_type text)
language sql stable
set search_path = ledger, pg_temp
as $$
  select s.id, s.transfer_type
  from (
    select j.id, j.transfer_type, j.posted_at, d.account_type as debit_type, c.account_type as credit_type,
      sum(j.amount) over (
        partition by j.transfer_type order by j.posted_at
        range between interval '24 hours' preceding and current row) as cents
    from journal j
    join account d on d.id = j.debit
    join account c on c.id = j.credit
    join posting_rule r
      on (r.transfer_type, r.debit_type, r.credit_type) = (j.transfer_type, d.account_type, c.account_type) and r.daily
    where j.approval is null and j.transfer_type in ('adjusted', 'network_fee_paid')
      and j.posted_at >= since - interval '24 hours') s
  where s.posted_at >= since and s.cents >= (
    select min(u.from_amount) from approval_rule u
    where (u.transfer_type, u.debit_type, u.credit_type) = (s.transfer_type, s.debit_type, s.credit_type)
      and u.since_id <= s.id)
$$;

revoke all on function ledger.daily_excesses from public;
