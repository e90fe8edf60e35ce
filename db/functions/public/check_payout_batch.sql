-- Holds payout batches to their rules. A batch names its withdrawals, their sum and, once exported, the digest of its
-- file, and none of that changes. What admins export alone within 24 hours stays below the withdrawal threshold; from
-- there on a second admin approves exactly this batch. Cancelling an exported batch always needs a second admin. A
-- batch is completed when none of its withdrawals is left to be paid.
create or replace function public.check_payout_batch()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  configured bigint := coalesce((
    select (value ->> 'secondAdminFrom')::bigint from setting where name = 'withdrawals'), 1000000);
begin
  if tg_op = 'INSERT' then
    if new.status <> 'created' or num_nulls(new.method, new.created_at, new.created_by, new.creator_label) > 0
      or num_nonnulls(new.kind, new.file_sha256, new.exported_at, new.exported_by, new.exporter_label,
        new.second_admin_from, new.approval_id, new.completed_at, new.cancelled_at, new.cancelled_by,
        new.cancel_reason, new.cancel_approval_id) > 0 then
      raise exception 'a payout batch begins created, of one payment method' using errcode = 'check_violation';
    end if;
    if (select count(distinct get_payout_chain(w.coin, w.address)) > 1 from withdrawal w
      where w.id = any (new.withdrawal_ids)) then
      raise exception 'a payout batch is paid on one chain' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  if (new.status = 'completed') <> (new.completed_at is not null)
    or (new.status = 'cancelled') <> (num_nulls(new.cancelled_at, new.cancelled_by, new.cancel_reason) = 0)
    or (new.status <> 'cancelled' and num_nonnulls(new.cancelled_at, new.cancelled_by, new.cancel_reason) > 0)
    or (new.cancel_approval_id is not null) <> (new.status = 'cancelled' and new.exported_at is not null) then
    raise exception 'a payout batch is completed or cancelled as a whole' using errcode = 'check_violation';
  end if;

  if old.status = 'created' and new.status = 'exported' then
    if num_nulls(new.kind, new.file_sha256, new.exported_at, new.exported_by, new.exporter_label,
      new.second_admin_from) > 0 then
      raise exception 'a payout batch is exported as a file' using errcode = 'check_violation';
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
      format('{"withdrawals":"%s","cents":"%s","kind":"%s","fileSha256":"%s"}',
        array_to_string(new.withdrawal_ids, ' '), new.cents, new.kind, encode(new.file_sha256, 'hex')), 'UTF8'))),
      false) then
      raise exception 'this payout batch needs the approval of two admins' using errcode = 'check_violation';
    end if;
    return new;
  end if;

  if (new.kind, new.file_sha256, new.exported_at, new.exported_by, new.exporter_label, new.second_admin_from,
      new.approval_id, new.recorded_at)
    is distinct from (old.kind, old.file_sha256, old.exported_at, old.exported_by, old.exporter_label,
      old.second_admin_from, old.approval_id, old.recorded_at) then
    raise exception 'an exported payout batch does not change' using errcode = 'check_violation';
  end if;
  if old.cancelled_at is not null then
    raise exception 'a payout batch is cancelled once' using errcode = 'check_violation';
  end if;
  if new.status = 'completed' and exists (
    select from withdrawal w where w.payout_batch_id = new.id and w.status = 'approved') then
    raise exception 'a payout batch is completed when its withdrawals are paid' using errcode = 'check_violation';
  end if;
  if new.status <> 'cancelled' or old.exported_at is null then
    return new;
  end if;

  if exists (select from payout_transaction t where t.batch_id = new.id
    and (t.status in ('seen', 'confirming', 'dropped') or t.raw_hex is not null and t.status <> 'failed')) then
    raise exception 'a payout batch that was signed or sent is not cancelled' using errcode = 'check_violation';
  end if;
  if not coalesce(approvals.is_approved(new.cancel_approval_id, 'payout-batch.cancel', new.id, sha256(convert_to(
    format('{"batch":"%s","number":"%s","withdrawals":"%s","cents":"%s","reason":%s}', new.id, new.number,
      array_to_string(new.withdrawal_ids, ' '), new.cents, to_json(new.cancel_reason)), 'UTF8'))), false) then
    raise exception 'cancelling a payout batch needs the approval of two admins' using errcode = 'check_violation';
  end if;
  return new;
end $$;
