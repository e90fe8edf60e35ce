-- Checks invariant 9 for some members, or all with null: positions agree with the principal account.
create or replace function public.check_positions(only_members text[])
returns table (invariant integer, problem text, subject text)
language sql stable
set search_path = public, pg_temp
set jit = off
as $$
  select 9, format('positions hold %s, the account %s', coalesce(p.remaining, 0), coalesce(a.balance, 0)),
    coalesce(p.member_id, a.owner)
  from (
    select member_id, sum(remaining_cents) as remaining from position
    where only_members is null or member_id = any (only_members)
    group by member_id) p
  full join (
    select owner, balance from ledger.accounts
    where account_type = 'member_principal' and (only_members is null or owner = any (only_members))) a
    on a.owner = p.member_id
  where coalesce(p.remaining, 0) <> coalesce(a.balance, 0)
$$;

revoke all on function public.check_positions from public;
grant execute on function public.check_positions to candor_app, candor_read;
