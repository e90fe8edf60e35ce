-- Holds payout batches to their rules. A batch names its withdrawals, their sum and the digest of its file, and none of
-- that changes. What admins export alone within 24 hours stays below the withdrawal threshold; from there on a second
-- admin approves exactly this batch. Cancelling an exported batch always needs a second admin.
create or replace function public.check_payout_batch()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  configured bigint := coalesce((
    select (value ->> 'secondAdminFrom')::bigint from setting where name = 'withdrawals'), 1000000);
begin
  if tg_op = 'UPDATE' then
    if old.cancelled_at is not null or new.cancelled_at is null then
      raise exception 'a payout batch is cancelled once' using errcode = 'check_violation';
    end if;
    if not coalesce(approvals.is_approved(new.cancel_approval_id, 'payout-batch.cancel', new.id, sha256(convert_to(
      format('{"batch":"%s","number":"%s","withdrawals":"%s","cents":"%s","reason":%s}', new.id, new.number,
        array_to_string(new.withdrawal_ids, ' '), new.cents, to_json(new.cancel_reason)), 'UTF8'))), false) then
      raise exception 'cancelling a payout batch needs the approval of two admins' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  perform pg_advisory_xact_lock(hashtextextended('payout_batch', 0));
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a payout batch is exported in a read committed transaction' using errcode = 'check_violation';
  end if;
  if new.second_admin_from > configured then
    raise exception 'a payout batch is exported by the configured rule' using errcode = 'check_violation';
  end if;

  new.recorded_at := clock_timestamp();
  if new.approval_id is null and new.cents + sum_exported_alone(new.exported_at) < new.second_admin_from then
    return new;
  end if;
  if not coalesce(approvals.is_approved(new.approval_id, 'payout-batch.export', new.id, sha256(convert_to(
    format('{"withdrawals":"%s","cents":"%s","fileSha256":"%s"}', array_to_string(new.withdrawal_ids, ' '),
      new.cents, encode(new.file_sha256, 'hex')), 'UTF8'))), false) then
    raise exception 'this payout batch needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
