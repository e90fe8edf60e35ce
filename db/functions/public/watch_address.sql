-- Watches an address from the lowest tip that is known, often until the first time and less often until the second. One
-- that is watched until then already stays unlocked, because every quote of a method can share it.
create or replace function public.watch_address(
  id text, chain text, coin text, address text, at timestamptz, open_until timestamptz, recent_until timestamptz)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  if exists (select from chain_address a where a.chain = $2 and a.coin = $3 and a.address = $4
    and a.open_until >= $6 and a.recent_until >= $7) then
    return;
  end if;

  insert into chain_address as a
    (id, chain, coin, address, from_height, created_at, open_until, recent_until, next_check_at)
    values ($1, $2, $3, $4, coalesce((
        select coalesce(min(p.tip_height) filter (where p.answered_at >= $5 - interval '1 hour'), max(p.tip_height))
        from chain_provider p where p.chain = $2 and (not p.simulated or not exists (
          select from chain_provider r where r.chain = $2 and not r.simulated and r.answered_at is not null))), 0),
      $5, $6 + interval '1 hour', $7 + interval '1 hour', $5)
    on conflict (chain, coin, address) do update set
      open_until = greatest(a.open_until, excluded.open_until),
      recent_until = greatest(a.recent_until, excluded.recent_until),
      next_check_at = least(a.next_check_at, excluded.next_check_at);
end $$;
