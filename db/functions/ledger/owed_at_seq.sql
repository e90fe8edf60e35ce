set role ledger_owner;

-- Returns what all members together are owed, in cents, after a sequence number.
create or replace function ledger.owed_at_seq(seq bigint)
returns bigint
language sql stable security definer
set search_path = ledger, pg_temp
as $$
  select coalesce(sum(balance), 0)::bigint from trial_balance_at_seq(seq) where account_type like 'member\_%'
$$;

revoke all on function ledger.owed_at_seq from public;
grant execute on function ledger.owed_at_seq to candor_app, candor_read;
