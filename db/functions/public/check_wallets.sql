-- Checks invariant 6 for some withdrawals, or all with null: each goes to the address of its member's own wallet. It
-- reads wallets for roles that can't, and names no address.
create or replace function public.check_wallets(only_ids text[])
returns table (invariant integer, problem text, subject text)
language sql stable security definer
set search_path = public, pg_temp
set jit = off
as $$
  select 6, 'goes to another address or member than its wallet', w.id
  from withdrawal w join wallet l on l.id = w.wallet_id
  where (only_ids is null or w.id = any (only_ids))
    and (w.address, w.coin, w.member_id) is distinct from (l.address, l.coin, l.member_id)
$$;

revoke all on function public.check_wallets from public;
grant execute on function public.check_wallets to candor_app, candor_read;
