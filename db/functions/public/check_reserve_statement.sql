-- A statement answers a challenge that has not expired, of an address in use that has a single key, in a format of its
-- chain, with a balance of the challenge's block or of a later one.
create or replace function public.check_reserve_statement()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from reserve_challenge c join reserve_address a on a.id = c.address_id
    where c.id = new.challenge_id and new.verified_at between c.prepared_at and c.expires_at
      and a.retired_at is null and a.wallet = 'single_key' and new.balance_height >= c.block_height
      and (new.balance_height > c.block_height or new.balance_hash = c.block_hash)
      and case a.chain when 'bitcoin' then new.format in ('bip322', 'bip137')
        when 'ethereum' then new.format = 'eip191' else new.format = 'tip191' end
  ) then
    raise exception 'a statement of control answers a current challenge of an address in use'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
