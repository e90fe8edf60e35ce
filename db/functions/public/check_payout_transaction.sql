-- Holds the transactions of a payout batch to their order: a batch has them from its export on, a signed one does not
-- change once it is seen, and a Bitcoin transaction that replaces another spends one of the inputs of each before it,
-- so that the chain confirms one of them.
create or replace function public.check_payout_transaction()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  batch record;
begin
  select * into batch from payout_batch b where b.id = new.batch_id for no key update;

  if tg_op = 'INSERT' then
    if new.status = 'prepared' and batch.status = 'created' and new.psbt is not null then
      return new;
    end if;
    if new.status <> 'exported' or batch.status in ('created', 'completed', 'cancelled')
      or (batch.kind = 'psbt') <> (new.psbt is not null) then
      raise exception 'only an exported payout batch has a transaction' using errcode = 'check_violation';
    end if;
    if new.psbt is not null and exists (
      select from payout_transaction t
      where t.batch_id = new.batch_id and t.status <> 'discarded' and not t.inputs && new.inputs) then
      raise exception 'a replacement spends an input of the transaction before it' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  if new.status = 'exported' and old.status = 'prepared' and (batch.status <> 'exported'
      or batch.file_sha256 <> sha256(new.psbt)) then
    raise exception 'a prepared transaction is exported as its batch was approved' using errcode = 'check_violation';
  end if;
  if old.seen_at is not null and old.raw_hex is not null and (new.raw_hex, new.signed_at, new.signed_by)
    is distinct from (old.raw_hex, old.signed_at, old.signed_by) then
    raise exception 'a signed transaction does not change' using errcode = 'check_violation';
  end if;
  if new.raw_hex is not null and new.psbt is null then
    raise exception 'only a Bitcoin transaction is signed here' using errcode = 'check_violation';
  end if;
  if old.completed_at is not null and new.status <> 'completed' then
    raise exception 'a confirmed transaction does not change' using errcode = 'check_violation';
  end if;
  return new;
end $$;
