set role ledger_owner;

-- The journal rows that are not in the hash chain yet: above the highest chained entry, or in a gap below it.
create or replace view ledger.unchained_journal as
  select j.* from ledger.journal j
  where j.entry > coalesce((select highest_id from ledger.chain_run order by first_seq desc limit 1), 0)
  union all
  select j.* from ledger.chain_gap gap, unnest(gap.entries) as hole, ledger.journal j
  where j.entry >= lower(hole) and j.entry < upper(hole);
