set role ledger_owner;

-- Verifies the whole ledger. No rows mean that everything is as it was written; otherwise the first wrong row is
-- first.
create or replace function ledger.verify()
returns table (problem text, block bigint, seq bigint, journal_id bigint, detail text)
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select * from (
    select * from verify_chain()
    union all
    select * from verify_balances()
    union all
    select * from verify_snapshots()) v
  order by journal_id nulls last, seq
$$;

revoke all on function ledger.verify from public;
grant execute on function ledger.verify to candor_app, candor_read;
