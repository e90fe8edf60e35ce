-- A payment stays as it was first recorded. Its first sighting can turn out to be earlier, and its revision grows.
create or replace function public.protect_chain_payment()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' or new.first_seen_at > old.first_seen_at or new.revision < old.revision
    or (new.id, new.chain, new.coin, new.txid, new.output_index, new.address, new.units)
      is distinct from (old.id, old.chain, old.coin, old.txid, old.output_index, old.address, old.units) then
    raise exception 'a payment on chain is never deleted or changed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
