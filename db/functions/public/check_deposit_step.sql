-- Holds deposits to their rules. A deposit begins awaiting its payment, and what was decided never changes.
-- A completed one credits exactly what arrived at its rate, or what was asked when exactly the quoted coin arrived at
-- the quoted rate. It opens no position in a closed plan, nor for a payment
-- first seen more than 30 days after the quote. A payment more than 5% away from what was quoted, and in live every
-- payment that the chain does not show, needs the approval of a second admin, bound to what is posted. One that no
-- person decided is held to may_credit_automatically(). A completed deposit is reversed by the approval of two admins,
-- bound to what is undone and why, after its position. A pending one waits again only when all its payments are gone.
create or replace function public.check_deposit_step()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  scales   constant jsonb := '{"BTC": 8, "ETH": 9, "USDT": 6}';
  worth    bigint;
  quoted   bigint;
  invested bigint;
  paid     record;
  content  text;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'awaiting_payment' then
      raise exception 'a deposit begins awaiting its payment' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  if old.status in ('completed', 'rejected', 'reversed') then
    if (old.status, new.status) <> ('completed', 'reversed') and (new.status, new.reversed_at, new.reversed_by,
        new.reversal_reason, new.reversal_approval_id) is distinct from (old.status, old.reversed_at, old.reversed_by,
        old.reversal_reason, old.reversal_approval_id)
      or (new.submitted_at, new.arrived_at, new.late, new.credit_rate, new.decided_at, new.decided_by,
        new.receipt_id, new.received, new.received_in, new.credited, new.position_id, new.approval_id, new.automatic)
      is distinct from (old.submitted_at, old.arrived_at, old.late, old.credit_rate, old.decided_at,
        old.decided_by, old.receipt_id, old.received, old.received_in, old.credited, old.position_id,
        old.approval_id, old.automatic) then
      raise exception 'a decided deposit does not change' using errcode = 'check_violation';
    end if;
    if new.status <> old.status and not is_deposit_reversal_approved(new) then
      raise exception 'a deposit is reversed by two admins, with its position' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.replaced_at is distinct from old.replaced_at and (old.replaced_at is not null or new.status <> 'expired') then
    raise exception 'only an unpaid quote is replaced, once' using errcode = 'check_violation';
  end if;
  if old.status = 'pending' and new.status in ('awaiting_payment', 'expired') and (
    new.proof_key is not null or new.evidence is not null
    or exists (
      select from deposit_payment m join payment_evidence e on e.id = m.payment_id
      where m.deposit_id = new.id and not e.gone)
    or not exists (select from deposit_payment m where m.deposit_id = new.id)) then
    raise exception 'a deposit waits again only when its payments are gone' using errcode = 'check_violation';
  end if;
  if new.status <> 'completed' then
    return new;
  end if;

  -- Several payments are each worth their units at their own rate, and add up.
  select count(*) as payments, sum(p.units) as units, bool_and(m.rate = new.rate) as locked,
      sum(div(p.units::numeric * m.rate, power(10::numeric, 4 + (scales ->> new.coin)::integer))) as worth
    into paid
    from deposit_payment m join chain_payment p on p.id = m.payment_id
    where m.deposit_id = new.id and m.receipt_id is not null;
  if paid.payments > 0 and (new.received_in, new.received) is distinct from (new.coin, paid.units) then
    raise exception 'the payments of a deposit add up to what was received' using errcode = 'check_violation';
  end if;

  worth := case
    when new.received_in = 'USD' then new.received
    when paid.payments > 0 then paid.worth
    else div(new.received::numeric * new.credit_rate, power(10::numeric, 4 + (scales ->> new.coin)::integer)) end;
  if new.credited is distinct from worth and not coalesce(new.amount <= worth + greatest(paid.payments - 1, 0)
    and coalesce(paid.locked, true)
    and (new.received_in, new.received, new.credit_rate, new.credited)
      = (new.coin, new.coin_amount, new.rate, new.amount), false) then
    raise exception 'the credit differs from the payment received at its rate' using errcode = 'check_violation';
  end if;

  if new.position_id is not null and (
    new.arrived_at > new.created_at + interval '30 days'
    or exists (
      select from plan_version v join plan p on p.id = v.plan_id
      where v.id = new.plan_version_id and p.closed_at is not null)) then
    raise exception 'a payment for a closed plan, or for a quote older than 30 days, stays cash'
      using errcode = 'check_violation';
  end if;

  if new.automatic and not may_credit_automatically(new) then
    raise exception 'only what the chain shows, as quoted and up to the limit, is credited without a person'
      using errcode = 'check_violation';
  end if;

  quoted := case new.received_in when 'USD' then new.amount else new.coin_amount end;
  if (approvals.is_live() and not has_chain_evidence(new)) or abs(new.received::numeric - quoted) * 20 > quoted then
    invested := coalesce((select principal_cents from position where id = new.position_id), 0);
    select format(
      '{"memberId":%s,"received":"%s","receivedIn":"%s","rate":"%s","credited":"%s","invested":"%s","arrivedAt":"%s",'
        '"source":"%s","reference":%s,"outputIndex":"%s"%s}',
      to_json(new.member_id), new.received, new.received_in, new.credit_rate, new.credited, invested,
      to_char(new.arrived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      r.source, to_json(r.reference), r.output_index,
      coalesce(',"payments":"' || list_paid_outputs(new.id) || '"', ''))
      into content from ledger.receipts r where r.id = new.receipt_id;
    if not coalesce(approvals.is_approved(
      new.approval_id, 'deposit.confirm', new.id, sha256(convert_to(content, 'UTF8'))), false) then
      raise exception
        'a payment over 5%% away from its quote, or in live not on chain, needs the approval of two admins'
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
