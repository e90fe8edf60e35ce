set role ledger_owner;

-- Returns what moved the accounts of one owner, by business day, kind and account, and whether it is in the hash
-- chain. It looks up the owner's own rows by the journal's indexes, so that it costs what that member did and not
-- what the whole platform did. The plan is pinned: one made while the tables were empty would read the whole journal.
create or replace function ledger.owner_days(owner text)
returns table (day date, kind text, account text, sealed boolean, change bigint)
language sql stable security definer
set search_path = ledger, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
  with own as materialized (select id, code from account where account.owner = owner_days.owner),
  -- Not chained: above the highest chained entry, or in a gap below it (see unchained_journal).
  reach as materialized (
    select coalesce((select highest_id from chain_run order by first_seq desc limit 1), 0) as highest,
      coalesce((select range_agg(hole) from chain_gap, unnest(entries) as hole), '{}'::int8multirange) as holes),
  leg as (
    select own.code, j.entry, j.effective, j.kind, j.amount as change
    from own cross join lateral (select * from journal where credit = own.id offset 0) j
    union all
    select own.code, j.entry, j.effective, j.kind, -j.amount
    from own cross join lateral (select * from journal where debit = own.id offset 0) j)
  select leg.effective, leg.kind, leg.code,
    leg.entry <= reach.highest and not reach.holes @> leg.entry, sum(leg.change)::bigint
  from leg, reach
  group by 1, 2, 3, 4
$$;

revoke all on function ledger.owner_days from public;
grant execute on function ledger.owner_days to candor_app;
