-- Checks invariant 6 for some withdrawals, or all with null: each goes to the address of its member's own wallet, and
-- was paid by the transaction that the audit log has. It reads wallets and the audit log for roles that can't, and
-- names no address.
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
  union all
  select 6, 'was paid by another transaction than the audit log has', w.id
  from withdrawal w
  where w.status = 'completed' and (only_ids is null or w.id = any (only_ids))
    and not exists (
      select from audit_event e
      where e.subject_id = w.id and e.action = 'withdrawal.paid' and e.details ->> 'txid' = w.txid)
$$;

revoke all on function public.check_wallets from public;
grant execute on function public.check_wallets to candor_app, candor_read;
