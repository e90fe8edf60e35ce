set role ledger_owner;

-- Recomputes every balance, chained or not, and checks every row against the posting rules.
create or replace function ledger.verify_balances()
returns table (problem text, block bigint, seq bigint, journal_id bigint, detail text)
language sql stable security definer
set search_path = ledger, pg_temp
set work_mem = '256MB'
set jit = off
as $$
  with row as materialized (select * from chained_journal union all select null, null, * from unchained_journal),
  leg as materialized (
    select row.block, row.seq, row.id as journal_id, account, change, balance_after,
      account.balance is not null as non_negative,
      lag(balance_after, 1, 0::bigint) over of_account + change as expected,
      lag(seq, 1, 0::bigint) over of_account as seq_before  -- null: the previous row is not chained
    from row
    cross join lateral (values (debit, -amount, debit_balance), (credit, amount, credit_balance))
      as leg (account, change, balance_after)
    left join account on account.id = leg.account
    window of_account as (partition by account order by row.id)),
  total as (select account, sum(change) as balance from leg group by account)
  select 'running balance does not follow', block, seq, journal_id,
    format('account %s: %s, expected %s', account, balance_after, case when non_negative then expected end)
  from leg
  where balance_after is distinct from case when non_negative then expected end
  union all
  select 'chained before an earlier row of its account', block, seq, journal_id, format('account %s', account)
  from leg where non_negative and seq is not null and (seq_before is null or seq_before > seq)
  union all
  select 'row breaks a posting rule', row.block, row.seq, row.id,
    format('%s from %s to %s', row.transfer_type, d.code, c.code)
  from row
  left join account d on d.id = debit
  left join account c on c.id = credit
  left join posting_rule r
    on (r.transfer_type, r.debit_type, r.credit_type) = (row.transfer_type, d.account_type, c.account_type)
  left join receipt p on p.id = row.receipt
  left join approvals.decision a on a.proposal = row.approval
  left join approvals.proposal o on o.id = row.approval
  where r.transfer_type is null or d.currency <> c.currency
    or (d.code like 'member:%' and c.code like 'member:%' and split_part(d.code, ':', 2) <> split_part(c.code, ':', 2))
    or (r.needs_reason and coalesce(row.reason, '') = '')
    or r.needs_receipt <> (row.receipt is not null)
    or (r.needs_receipt and (p.currency, p.amount) is distinct from (d.currency, row.amount))
    or (row.approval is null and exists (
      select from approval_rule u
      where (u.transfer_type, u.debit_type, u.credit_type) = (row.transfer_type, d.account_type, c.account_type)
        and u.since_id <= row.id and u.from_amount <= row.amount))
    or (row.approval is not null
      and (not coalesce(a.approved, false) or a.decided_by = o.proposed_by or o.posting_hash is null))
  union all
  select 'approval is not of the rows that name it', null, null, g.journal_id, g.approval
  from (
    select min(j.id) as journal_id, j.approval, array_agg(row(
        j.idempotency_key, j.transfer_type, d.code, c.code, j.amount, j.effective_date, j.reference, j.actor, j.reason,
        j.receipt, j.approval)::transfer) as list
    from journal j
    join account d on d.id = j.debit
    join account c on c.id = j.credit
    where j.approval is not null
    group by j.approval) g
  left join approvals.proposal p on p.id = g.approval
  where p.posting_hash is distinct from posting_hash(g.list)
    or not exists (select from approval_use u where u.approval = g.approval)
  union all
  select 'row breaks a posting rule', null, null, x.journal_id,
    format('%s within 24 hours without an approval', x.transfer_type)
  from daily_excesses('-infinity') x
  union all
  select 'account does not match its code', null, null, null, a.code
  from account a join account_type t on t.name = a.account_type
  where a.code !~ t.code_pattern
    or a.currency <> case when a.code ~ ':(BTC|ETH|USDT|USD)$' then substring(a.code from '[A-Z]+$') else 'USD' end
    or (a.code like 'member:%' and a.owner is distinct from split_part(a.code, ':', 2))
  union all
  select 'account differs from its rows', null, null, null,
    format('account %s: %s, expected %s', a.code, a.balance, coalesce(total.balance, 0))
  from account a
  left join total on total.account = a.id
  join account_type t on t.name = a.account_type
  where a.balance is distinct from case when t.non_negative then coalesce(total.balance, 0) end
  union all
  select 'snapshot differs from the rows', null, c.seq, null, format('account %s', c.account)
  from (
    select *, lag(seq, 1, 0::bigint) over w as seq_before, lag(balance, 1, 0::bigint) over w as balance_before
    from balance_snapshot window w as (partition by account order by seq)) c
  where balance <> balance_before + sum_movement(account, seq_before, seq)
$$;

revoke all on function ledger.verify_balances from public;
grant execute on function ledger.verify_balances to candor_app, candor_read;
