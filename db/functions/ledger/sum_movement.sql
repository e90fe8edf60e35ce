set role ledger_owner;

-- Returns the net movement of an account over the chained rows with after_seq < seq <= upto_seq. A bound may lie
-- within a run.
create or replace function ledger.sum_movement(account bigint, after_seq bigint, upto_seq bigint)
returns bigint
language sql stable
set search_path = ledger, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select coalesce(sum(change), 0)::bigint
  from (
    select
      greatest(first_id, first_id + after_seq + 1 - first_seq) as low,
      least(last_id, first_id + upto_seq - first_seq) as high
    from chain_run
    where first_seq <= upto_seq
      and first_seq >= coalesce((
        select first_seq from chain_run where first_seq <= after_seq + 1 order by first_seq desc limit 1), 0)) part
  cross join lateral (
    select -amount from journal where debit = account and id between low and high
    union all
    select amount from journal where credit = account and id between low and high) as moved (change)
$$;

revoke all on function ledger.sum_movement from public;
