-- Watches the addresses of the sandbox's simulated time from a chain's newest block on, until the first real provider
-- has answered: earlier payments to them on the real chain belong to no member.
create or replace function public.begin_real_chain(chain text, height integer, at timestamptz)
returns void
language plpgsql security definer
set search_path = public, pg_temp
as $$
begin
  if approvals.is_live() then
    raise exception 'live has no simulated chain' using errcode = 'check_violation';
  end if;
  if exists (select from chain_provider p
    where p.chain = begin_real_chain.chain and not p.simulated and p.answered_at is not null) then
    return;
  end if;

  update chain_address a set from_height = begin_real_chain.height
  where a.chain = begin_real_chain.chain and (a.open_until < begin_real_chain.at or exists (
    select from chain_provider p where p.chain = begin_real_chain.chain and p.simulated));
end $$;

revoke all on function public.begin_real_chain from public;
grant execute on function public.begin_real_chain to candor_watcher;
