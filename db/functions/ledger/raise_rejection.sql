set role ledger_owner;

-- Raises the reason why a list could not be posted, and names the first transfer at fault.
create or replace function ledger.raise_rejection(
  list ledger.transfer[], covered boolean, granted boolean, posted integer)
returns void
language plpgsql
as $$
declare
  refusal text;
  place   bigint;
  sums    jsonb;
begin
  if exists (
    select from unnest(list) l where l.approval is null and l.transfer_type in ('adjusted', 'network_fee_paid')) then
    sums := sum_daily(list);
  end if;
  select position, verdict into place, refusal from (select l.position, case
      when d.id is null or c.id is null then 'LG003 unknown account'
      when l.amount is null or l.amount <= 0 or d.id = c.id
        then 'LG004 amount must be above zero, between two accounts'
      when d.closed_at is not null or c.closed_at is not null then 'LG008 account is closed'
      when d.currency <> c.currency then 'LG006 accounts differ in currency'
      when r.transfer_type is null
        then format('LG007 no posting rule for %s from %s to %s', l.transfer_type, d.account_type, c.account_type)
      when r.same_owner and d.owner is distinct from c.owner
        then format('LG018 %s from %s to %s is between two members', l.transfer_type, l.debit, l.credit)
      when r.needs_reason and coalesce(btrim(l.reason), '') = '' then format('LG009 %s needs a reason', l.transfer_type)
      when r.with_custody and not exists (
          select from unnest(list) o
          where (o.debit like 'custody:%' or o.credit like 'custody:%' or o.debit like 'suspense:%')
            and (o.transfer_type, o.reference) = (l.transfer_type, l.reference))
        then format('LG010 %s from %s to %s needs a custody leg of the same transfer type and reference',
          l.transfer_type, d.account_type, c.account_type)
      when r.with_dollars and d.currency <> 'USD' and not exists (
          select from unnest(list) o
          where 'exchange:USD' in (o.debit, o.credit)
            and (o.transfer_type, o.reference) = (l.transfer_type, l.reference))
        then format('LG010 %s from %s to %s needs a dollar leg of the same transfer type and reference',
          l.transfer_type, d.account_type, c.account_type)
      when r.needs_receipt <> (l.receipt is not null)
        then format('LG011 %s from %s %s a receipt',
          l.transfer_type, d.account_type, case when r.needs_receipt then 'needs' else 'takes no' end)
      when l.receipt is not null and (p.currency, p.amount) is distinct from (d.currency, l.amount)
        then 'LG011 receipt is unknown, or differs in currency or amount'
      when l.approval is null and (
          select sum(o.amount) from unnest(list) o
          where o.transfer_type = l.transfer_type and (o.debit = l.debit or o.credit = l.credit)) >= r.approval_from
        then format('LG014 %s needs an approval', l.transfer_type)
      when l.approval is null and r.daily and (sums ->> l.transfer_type)::bigint >= r.approval_from
        then format('LG014 %s needs an approval with what was posted within 24 hours', l.transfer_type)
      when l.approval is not null and not granted
        then 'LG014 the approval is unknown, not granted by another, of other content, or was used before'
      when exists (select from journal where receipt = l.receipt and idempotency_key <> l.idempotency_key)
        then 'LG012 receipt was used before'
    end as verdict
  from unnest(list) with ordinality
    as l (idempotency_key, transfer_type, debit, credit, amount, effective_date, reference, actor, reason, receipt,
      approval, position)
  left join account d on d.code = l.debit
  left join account c on c.code = l.credit
  left join posting_rule r
    on (r.transfer_type, r.debit_type, r.credit_type) = (l.transfer_type, d.account_type, c.account_type)
  left join receipt p on p.id = l.receipt) v
  order by verdict is null, position limit 1;

  refusal := coalesce(refusal, case
    when not covered then 'LG002 insufficient balance'
    when posted > 0 then 'LG005 a part of this list was posted before'
    else '40001 the same is being posted at this moment' end);
  raise exception '% (transfer %)', refusal, place using errcode = left(refusal, 5);
end $$;

revoke all on function ledger.raise_rejection from public;
