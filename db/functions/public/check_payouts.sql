-- Checks invariant 4 for some positions, or all with null: a return that fell due is paid by payouts or owed, and
-- each payout has its row in the journal, from the plan's income to the profit of the position's member.
create or replace function public.check_payouts(only_ids text[])
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 4,
    format('%s fell due, its payouts come to %s and %s is owed',
      o.return_due, coalesce(p.paid, 0), coalesce(w.cents, 0)),
    o.id
  from position o
  left join (
    select position_id, sum(cents) as paid from payout
    where only_ids is null or position_id = any (only_ids)
    group by position_id) p on p.position_id = o.id
  left join owed_return w on w.position_id = o.id
  where (only_ids is null or o.id = any (only_ids))
    and o.return_due <> coalesce(p.paid, 0) + coalesce(w.cents, 0)
  union all
  select 4, 'what is owed names another member, plan or day than its position', w.position_id
  from owed_return w left join position o on o.id = w.position_id
  where (only_ids is null or w.position_id = any (only_ids))
    and (o.member_id, o.plan_id, o.matured_on) is distinct from (w.member_id, w.plan_id, w.matured_on)
  union all
  select 4, format('payout of %s, the journal has %s', p.cents, coalesce(j.amount::text, 'no row')), p.position_id
  from payout p
  left join ledger.entries j
    on j.idempotency_key = get_idempotency_key('distribution/' || p.distribution_id || '/' || p.position_id)
  where (only_ids is null or p.position_id = any (only_ids))
    and (j.transfer_type, j.amount, j.reference) is distinct from ('return_paid', p.cents, p.position_id)
  union all
  select 4, format('its return was paid from %s to %s', d.code, c.code), o.id
  from payout p
  join position o on o.id = p.position_id
  join ledger.entries j
    on j.idempotency_key = get_idempotency_key('distribution/' || p.distribution_id || '/' || p.position_id)
  join ledger.accounts d on d.id = j.debit
  join ledger.accounts c on c.id = j.credit
  where (only_ids is null or p.position_id = any (only_ids))
    and (d.code, c.code) is distinct from ('plan:' || o.plan_id || ':income', 'member:' || o.member_id || ':profit')
  union all
  select 4, 'a payout of no position, or of no distribution', p.position_id
  from payout p
  where (only_ids is null or p.position_id = any (only_ids))
    and (not exists (select from position o where o.id = p.position_id)
      or not exists (select from distribution d where d.id = p.distribution_id))
$$;

revoke all on function public.check_payouts from public;
grant execute on function public.check_payouts to candor_app, candor_read;
