set role ledger_owner;

-- Posts a linked list of transfers: all of them or, with an exception, none. Runs inside the caller's transaction. A
-- list that is already posted returns its rows with replay = true. The same idempotency key with other content is
-- rejected. Rejections are LG002 to LG018. 40001 and 40P01 mean: run the whole transaction again.
--
-- The most frequent list, one transfer under a posting rule without conditions, takes two statements: update the
-- balance, insert the row. post_list() posts every other list, and decides on what these two don't post.
create or replace function ledger.post(list ledger.transfer[])
returns table (idempotency_key uuid, journal_id bigint, replay boolean, debit_balance bigint, credit_balance bigint)
language plpgsql security definer
set search_path = ledger, pg_temp
-- A session caches its plans, and a plan made while the tables were empty is a full scan. These settings pin the plans
-- of all statements below to index lookups.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_mergejoin = off
set enable_hashjoin = off
set jit = off
as $$
#variable_conflict use_column
declare
  leg       transfer;
  debited   bigint;  -- the balances afterwards; null for an account that stores none
  credited  bigint;
begin
  -- Asked here first: a call costs more than the comparison.
  if current_setting('transaction_isolation') <> 'read committed' then
    perform assert_latest();
  end if;

  if cardinality(list) = 1 then
    leg := list[1];
    if leg.amount > 0 and leg.debit <> leg.credit and leg.receipt is null and leg.approval is null then
      -- Locks the accounts in the order of their codes, so that two callers never wait for each other. This must be a
      -- statement before the one that takes the journal id: per account, ids then grow in the order of the locks.
      -- Custody stores no balance, which the insert compares.
      if leg.credit collate "C" < leg.debit and leg.credit not like 'custody:%' then
        update account a set balance = a.balance + leg.amount
          where a.code = leg.credit and a.balance is not null returning a.balance into credited;
      end if;
      update account a set balance = a.balance - leg.amount
        where a.code = leg.debit and a.balance >= leg.amount returning a.balance into debited;
      -- Without the first lock there is no second: post_list() would take the first behind it.
      if leg.debit collate "C" < leg.credit and debited is not null then
        update account a set balance = a.balance + leg.amount
          where a.code = leg.credit and a.balance is not null returning a.balance into credited;
      end if;

      -- Inserts nothing without an update, which takes a transaction id before the journal id, see post_list().
      return query
        insert into journal as j (idempotency_key, transfer_type, debit, credit, amount, debit_balance, credit_balance,
          effective_date, reference, actor, reason)
        select leg.idempotency_key, leg.transfer_type, d.id, c.id, leg.amount, debited, credited,
          leg.effective_date, leg.reference, leg.actor, leg.reason
        from account d, account c, posting_rule r
        where d.code = leg.debit and c.code = leg.credit
          and r.transfer_type = leg.transfer_type and r.debit_type = d.account_type and r.credit_type = c.account_type
          and d.currency = c.currency
          -- This statement locks the journal before it reads closed_at, see close_account().
          and d.closed_at is null and c.closed_at is null
          and (d.balance is null) = (debited is null)
          and (c.balance is null) = (credited is null)
          and (d.balance is not null or c.balance is not null)
          and (not r.same_owner or d.owner = c.owner)
          and not (r.with_custody or r.with_dollars or r.needs_receipt or r.needs_reason or r.daily)
          and r.approval_from is null
          and not (select frozen from state)
        on conflict (idempotency_key) do nothing
        returning j.idempotency_key, j.id, false, j.debit_balance::bigint, j.credit_balance::bigint;
      if found then
        return;
      end if;

      -- Gives post_list() the balances as they were.
      update account a set balance = a.balance + leg.amount where a.code = leg.debit and debited is not null;
      update account a set balance = a.balance - leg.amount where a.code = leg.credit and credited is not null;
    end if;
  end if;

  return query select * from post_list(list);
end $$;

revoke all on function ledger.post from public;
grant execute on function ledger.post to candor_app;
