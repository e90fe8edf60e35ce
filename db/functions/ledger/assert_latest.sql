set role ledger_owner;

-- Refuses isolation levels in which a statement does not see everything committed before it began. Posting,
-- unfreezing and tightening need the latest state: on an older one they would pass a rule that already exists.
create or replace function ledger.assert_latest()
returns void
language plpgsql
as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'LG017 the ledger is written in read committed transactions only' using errcode = 'LG017';
  end if;
end $$;

revoke all on function ledger.assert_latest from public;
