-- Updates member balances from the next chained rows and returns how many rows it went through. Only one session does
-- so at a time.
create or replace function public.update_member_balances(at_most integer)
returns integer
language plpgsql security definer
set search_path = public, pg_temp
set jit = off
as $$
declare
  reached bigint;
  upto    bigint;
begin
  select seq into reached from member_balance_progress for update skip locked;
  if not found then
    return 0;
  end if;
  select least(last_seq, reached + at_most) into upto from ledger.chain_block order by block desc limit 1;
  if upto is null or upto <= reached then
    return 0;
  end if;

  with moved as (
    select distinct a.owner
    from ledger.chain_run run
    cross join lateral (
      select debit, credit from ledger.journal
      where id between run.first_id + greatest(reached + 1 - run.first_seq, 0)
        and least(run.last_id, run.first_id + upto - run.first_seq)
      offset 0) j
    cross join lateral (values (j.debit), (j.credit)) side (account)
    join ledger.account a on a.id = side.account and a.account_type in ('member_cash', 'member_principal')
    where run.first_seq <= upto
      and run.first_seq >= coalesce((select max(first_seq) from ledger.chain_run where first_seq <= reached + 1), 0))
  insert into member_balance
  select m.id, (
    select coalesce(sum(a.balance), 0) from ledger.account a
    where a.owner = m.id and a.account_type in ('member_cash', 'member_principal'))
  from moved join member m on m.id = moved.owner
  on conflict (member_id) do update set cents = excluded.cents where member_balance.cents <> excluded.cents;

  update member_balance_progress set seq = upto;
  return upto - reached;
end $$;

revoke all on function public.update_member_balances from public;
grant execute on function public.update_member_balances to candor_app;
