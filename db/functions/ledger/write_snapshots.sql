set role ledger_owner;

-- Writes balances, sums by account type and the beginnings of days up to the last chained row, so that reads need
-- not go back to the first row. Runs every few minutes, after append_block().
create or replace function ledger.write_snapshots()
returns void
language plpgsql security definer
set search_path = ledger, pg_temp
set jit = off
as $$
declare
  head          bigint;
  previous_end  bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.checkpoints', 0));
  head := (select max(last_seq) from chain_block);
  previous_end := coalesce((select max(seq) from snapshot_end), 0);
  if head is null or head = previous_end then
    return;
  end if;

  insert into balance_snapshot
    select a.id, head, balance_at_seq(a.id, head) from account a where a.balance is null
    on conflict do nothing;

  with added as materialized (
    select r.*, greatest(
        (select max(day) from day_mark),
        max(r.effective_date) over (order by r.seq rows between unbounded preceding and 1 preceding)) as latest
    from list_chained_rows(previous_end, head) r),
  moved as (
    select debit as account, -sum(amount) as change from added group by debit
    union all
    select credit, sum(amount) from added group by credit),
  summed as (
    insert into account_type_snapshot
    select head, currency, account_type, sum(change) from (
      select currency, account_type, balance as change from account_type_snapshot where seq = previous_end
      union all
      select a.currency, a.account_type, m.change from moved m join account a on a.id = m.account) c
    group by currency, account_type),
  day_starts as (
    insert into day_mark
    select effective_date, min(seq) from added
    where latest is null or effective_date > latest group by effective_date),
  backdated_rows as (
    insert into backdated
    select seq, journal_id, effective_date, debit, credit, amount from added where effective_date < latest)
  insert into snapshot_end values (head);
end $$;

revoke all on function ledger.write_snapshots from public;
grant execute on function ledger.write_snapshots to candor_app;
