-- Checks invariant 4: each recorded income and loss is what two admins approved, and the journal has its rows. A
-- reversed income has rows that undo exactly that, and no other income has any. They are few: always all. Of the
-- journal's rows after a number, each income and loss has its own row.
create or replace function public.check_results(after_seq bigint)
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 4, 'income is not what was approved', i.id
  from plan_income i left join approvals.proposals p on p.id = i.approval_id and p.approved
  where (i.id, i.plan_id, i.cents::text, i.period_from::text, i.period_to::text, i.source, i.evidence_sha256,
      i.receipt_id)
    is distinct from (p.content::json ->> 'id', p.content::json ->> 'planId', p.content::json ->> 'cents',
      p.content::json ->> 'periodFrom', p.content::json ->> 'periodTo', p.content::json ->> 'source',
      p.content::json ->> 'evidenceSha256', p.content::json ->> 'receipt')
  union all
  select 4, 'loss is not what was approved', l.id
  from plan_loss l left join approvals.proposals p on p.id = l.approval_id and p.approved
  where (l.id, l.plan_id, l.cents::text, l.period_from::text, l.period_to::text, l.cause, l.evidence_sha256)
    is distinct from (p.content::json ->> 'id', p.content::json ->> 'planId', p.content::json ->> 'cents',
      p.content::json ->> 'periodFrom', p.content::json ->> 'periodTo', p.content::json ->> 'cause',
      p.content::json ->> 'evidenceSha256')
  union all
  select 4, format('income of %s, the journal has %s', i.cents, coalesce(sum(e.amount), 0)), i.id
  from plan_income i
  left join ledger.accounts a on a.code = 'plan:' || i.plan_id || ':income'
  left join ledger.entries e
    on e.reference = i.id and e.transfer_type = 'income_recorded' and e.credit = a.id and e.approval = i.approval_id
  group by i.id
  having i.cents <> coalesce(sum(e.amount), 0)
  union all
  select 4, format('income of %s, %s: the journal takes back %s', i.cents,
    case when i.reversed_at is null then 'which stands' else 'reversed' end, j.cents), i.id
  from plan_income i
  left join ledger.accounts a on a.code = 'plan:' || i.plan_id || ':income'
  cross join lateral (
    select count(*) as rows, coalesce(sum(e.amount) filter (where e.debit = a.id), 0) as cents,
      bool_and(e.approval is not distinct from i.reversal_approval_id) as approved
    from ledger.entries e where e.reference = i.id and e.transfer_type = 'income_reversed') j
  where case when i.reversed_at is null then j.rows <> 0
    else (j.cents, j.approved) is distinct from (i.cents, true) or not is_income_reversal_approved(i) end
  union all
  select 4, format('loss of %s, positions bore %s, the journal has %s', l.cents, b.cents, j.cents), l.id
  from plan_loss l
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from position_loss where loss_id = l.id) b
  cross join lateral (
    select coalesce(sum(e.amount), 0) as cents
    from ledger.entries e join ledger.accounts d on d.id = e.debit
    where e.reference = l.id and d.account_type = 'member_principal' and e.approval = l.approval_id) j
  where l.cents <> b.cents or l.cents <> j.cents
  union all
  select 4, 'was approved, and its row is gone', p.id
  from approvals.proposals p
  where p.approved and ((p.permission = 'income.record'
      and not exists (select from plan_income i where i.approval_id = p.id))
    or (p.permission = 'loss.record' and not exists (select from plan_loss l where l.approval_id = p.id)))
  union all
  select distinct 4, format('the journal has %s without its row', e.transfer_type), e.reference
  from ledger.rows_after_seq(after_seq) e
  where (e.reference like 'inc\_%' and e.transfer_type in ('income_recorded', 'income_reversed')
      and not exists (select from plan_income i where i.id = e.reference))
    or (e.reference like 'los\_%' and e.transfer_type in ('loss_recorded', 'assets_lost')
      and not exists (select from plan_loss l where l.id = e.reference))
$$;

revoke all on function public.check_results from public;
grant execute on function public.check_results to candor_app, candor_read;
