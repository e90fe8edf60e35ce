set role ledger_owner;

-- Returns whether exactly this list was posted before. Refuses a list with other content, or posted only in part.
create or replace function ledger.find_replay(list ledger.transfer[])
returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_mergejoin = off
set enable_hashjoin = off
as $$
declare
  found integer;
  same  integer;
begin
  select
      count(*),
      count(*) filter (where
        (l.transfer_type, l.debit, l.credit, l.amount, l.effective_date, l.reference)
          = (j.transfer_type, d.code, c.code, j.amount, j.effective_date, j.reference)
        and l.receipt is not distinct from j.receipt
        and l.approval is not distinct from j.approval)
    into found, same
  from unnest(list) l
  cross join lateral (select * from journal where idempotency_key = l.idempotency_key offset 0) j
  join account d on d.id = j.debit
  join account c on c.id = j.credit;
  if found > 0 and same < cardinality(list) then
    raise exception 'LG005 idempotency key was used before with other content, or only for part of this list'
      using errcode = 'LG005';
  end if;
  return found > 0;
end $$;

revoke all on function ledger.find_replay from public;
