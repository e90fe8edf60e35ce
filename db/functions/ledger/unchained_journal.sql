set role ledger_owner;

-- The journal rows that are not in the hash chain yet: above the highest chained id, or in a gap below it.
create or replace view ledger.unchained_journal as
  select j.* from ledger.journal j
  where j.id > coalesce((select highest_id from ledger.chain_run order by first_seq desc limit 1), 0)
  union all
  select j.* from ledger.chain_gap g, unnest(g.ids) as gap, ledger.journal j
  where j.id >= lower(gap) and j.id < upper(gap);
