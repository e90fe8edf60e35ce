-- Holds the payment of a withdrawal to its evidence: one that was marked by hand uses its whole transaction, one that
-- the chain showed uses one output of it, and each of them pays once. A withdrawal in a batch is paid once the batch is
-- exported, and one in a Bitcoin batch by a transaction of that batch alone.
create or replace function public.check_withdrawal_payment()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  batch record;
begin
  if old.status <> 'approved' or new.status <> 'completed' then
    raise exception 'the payment of a withdrawal does not change' using errcode = 'check_violation';
  end if;

  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a withdrawal is paid in a read committed transaction' using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payment:' || new.coin || ':' || lower(new.txid), 0));
  if exists (
    select from withdrawal w
    where w.coin = new.coin and lower(w.txid) = lower(new.txid) and w.status <> 'reversed' and w.id <> new.id
      and (w.paid_output is null or new.paid_output is null or w.paid_output = new.paid_output)) then
    raise exception 'this transaction paid another withdrawal'
      using errcode = 'unique_violation', constraint = 'withdrawal_txid';
  end if;

  select * into batch from payout_batch b where b.id = new.payout_batch_id;
  if batch.status in ('created', 'cancelled') then
    raise exception 'batch % is not exported', batch.number using errcode = 'check_violation';
  end if;
  if (batch.kind = 'psbt' or new.paid_output is not null) and not exists (
    select from payout_transaction t where t.batch_id = new.payout_batch_id and t.txid = lower(new.txid)
      and t.status not in ('prepared', 'discarded')) then
    raise exception 'this withdrawal is paid by a transaction of its batch' using errcode = 'check_violation';
  end if;
  if batch.kind = 'psbt' and new.paid_output is null then
    raise exception 'this withdrawal is paid by a transaction of its batch' using errcode = 'check_violation';
  end if;
  return new;
end $$;
