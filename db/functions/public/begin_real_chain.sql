-- Sets where the watch of a chain begins, once: before its first real provider has answered. The sandbox's addresses of
-- simulated time begin at the newest block, because earlier payments to them on the real chain belong to no member.
-- Other addresses without a height, such as those of an earlier version, begin a day's blocks before it.
create or replace function public.begin_real_chain(chain text, height integer, day_blocks integer, at timestamptz)
returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if exists (select from chain_provider p
    where p.chain = begin_real_chain.chain and not p.simulated and p.answered_at is not null) then
    return;
  end if;

  if not approvals.is_live() then
    update chain_address a set from_height = begin_real_chain.height
    where a.chain = begin_real_chain.chain and (a.open_until < begin_real_chain.at or exists (
      select from chain_provider p where p.chain = begin_real_chain.chain and p.simulated));
  end if;
  update chain_address a set from_height = greatest(0, begin_real_chain.height - begin_real_chain.day_blocks)
  where a.chain = begin_real_chain.chain and a.from_height = 0;
end $$;

revoke all on function public.begin_real_chain from public;
grant execute on function public.begin_real_chain to candor_watcher;
