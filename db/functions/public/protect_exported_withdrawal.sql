-- Holds a withdrawal to its payout batch: an approved one is exported once, in a batch that names it, and leaves the
-- batch only once two admins have cancelled that.
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
    if old.status <> 'approved' or new.status <> 'approved' or batch.cancelled_at is not null
      or not new.id = any (batch.withdrawal_ids) then
      raise exception 'only an approved withdrawal is exported, in a batch that names it'
        using errcode = 'check_violation';
    end if;
  elsif new.payout_batch_id is not null or batch.cancelled_at is null or new.status <> 'approved' then
    raise exception 'this withdrawal was exported in batch %', batch.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
