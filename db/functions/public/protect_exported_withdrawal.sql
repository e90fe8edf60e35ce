-- Holds a withdrawal to its payout batch: an approved one joins one batch, when that is created and names it, and
-- leaves it only once that is cancelled.
create or replace function public.protect_exported_withdrawal()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  batch record;
begin
  select * into batch from payout_batch b where b.id = coalesce(old.payout_batch_id, new.payout_batch_id);
  if old.payout_batch_id is null then
    if old.status <> 'approved' or new.status <> 'approved' or batch.status <> 'created'
      or not new.id = any (batch.withdrawal_ids) then
      raise exception 'only an approved withdrawal joins a batch, and one that names it'
        using errcode = 'check_violation';
    end if;
  elsif new.payout_batch_id is not null or batch.cancelled_at is null or new.status <> 'approved' then
    raise exception 'this withdrawal is in batch %', batch.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
