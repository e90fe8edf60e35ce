-- Counts a change of what a provider sees of a payment, so that who acts on payments finds it.
create or replace function public.count_payment_change()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' or (new.block_height, new.block_hash, new.gone_at, new.replaceable)
    is distinct from (old.block_height, old.block_hash, old.gone_at, old.replaceable) then
    update chain_payment set revision = revision + 1 where id = new.payment_id;
  end if;
  return null;
end $$;
