set role ledger_owner;

-- Returns what moved the accounts of one owner, by effective date, transfer type and account, and whether it is in
-- the hash chain. It looks up the owner's own rows by the journal's indexes, so that its cost grows with what that
-- member did and not with what the whole platform did. The plan is pinned: one made while the tables
-- were empty would read the whole journal.
create or replace function ledger.owner_days(owner text)
returns table (day date, transfer_type text, account text, chained boolean, change bigint)
language sql stable security definer
set search_path = ledger, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
  with own as materialized (select id, code from account where account.owner = owner_days.owner),
  -- Not chained: above the highest chained id, or in a gap below it (see unchained_journal).
  reach as materialized (
    select coalesce((select highest_id from chain_run order by first_seq desc limit 1), 0) as highest,
      coalesce((select range_agg(gap) from chain_gap, unnest(ids) as gap), '{}'::int8multirange) as gaps),
  leg as (
    select own.code, j.id, j.effective_date, j.transfer_type, j.amount as change
    from own cross join lateral (select * from journal where credit = own.id offset 0) j
    union all
    select own.code, j.id, j.effective_date, j.transfer_type, -j.amount
    from own cross join lateral (select * from journal where debit = own.id offset 0) j)
  select leg.effective_date, leg.transfer_type, leg.code,
    leg.id <= reach.highest and not reach.gaps @> leg.id, sum(leg.change)::bigint
  from leg, reach
  group by 1, 2, 3, 4
$$;

revoke all on function ledger.owner_days from public;
grant execute on function ledger.owner_days to candor_app;
