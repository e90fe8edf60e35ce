set role ledger_owner;

-- Writes balances, sums by class and the beginnings of days up to the last chained row, so that reads need not go
-- back to the first row. Runs every few minutes, after append_block().
create or replace function ledger.write_snapshots()
returns void
language plpgsql security definer
set search_path = ledger, pg_temp
set jit = off
as $$
declare
  head    bigint;
  before  bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.checkpoints', 0));
  head := (select max(last_seq) from chain_block);
  before := coalesce((select max(seq) from snapshot_end), 0);
  if head is null or head = before then
    return;
  end if;

  insert into balance_snapshot
    select a.id, head, balance_at(a.id, head) from account a where a.balance is null
    on conflict do nothing;

  with fresh as materialized (
    select r.*, greatest(
        (select max(day) from day_mark),
        max(r.effective) over (order by r.seq rows between unbounded preceding and 1 preceding)) as latest
    from chained_between(before, head) r),
  moved as (
    select debit as account, -sum(amount) as change from fresh group by debit
    union all
    select credit, sum(amount) from fresh group by credit),
  summed as (
    insert into account_type_snapshot
    select head, currency, class, sum(change) from (
      select currency, class, balance as change from account_type_snapshot where seq = before
      union all
      select a.currency, a.class, m.change from moved m join account a on a.id = m.account) c
    group by currency, class),
  begun as (
    insert into day_mark
    select effective, min(seq) from fresh where latest is null or effective > latest group by effective),
  late as (
    insert into backdated
    select seq, entry, effective, debit, credit, amount from fresh where effective < latest)
  insert into snapshot_end values (head);
end $$;

revoke all on function ledger.write_snapshots from public;
grant execute on function ledger.write_snapshots to candor_app;
