set role ledger_owner;

-- Posts a linked list of transfers for post(), which may have locked accounts of it in the same order.
--
-- Without a rejection it runs three statements: lock the accounts, insert what the chart allows, update the balances.
-- If a row was not inserted, find_replay() and raise_rejection() determine why.
--
-- A session caches its plans, and a plan made while the tables were empty is a full scan. The settings of post() and
-- "lateral ... offset 0" below pin the plan to index lookups.
create or replace function ledger.post_list(list ledger.transfer[])
returns table (idempotency_key uuid, journal_id bigint, replay boolean, debit_balance bigint, credit_balance bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  leg       ledger.transfer;
  size      integer := 0;
  named     text[] := '{}';    -- codes of all accounts in the list
  custody   text[] := '{}';    -- posting keys of the custody legs
  dollars   text[] := '{}';    -- posting keys of the dollar legs
  codes     text[];            -- the locked accounts that store a balance, in order: width_bucket() finds their place
  balances  bigint[];          -- their balances, updated leg by leg
  debit_balances   bigint[] := array_fill(null::bigint, array[coalesce(cardinality(list), 0)]);
  credit_balances  bigint[] := debit_balances;
  covered   boolean := true;
  approving boolean := false;  -- whether a leg names an approval
  granted   boolean := false;  -- whether that approval allows this list
  summing   boolean := false;  -- whether a leg is under a daily threshold
  sums      jsonb;             -- what is summed up within 24 hours, by transfer type
  is_frozen boolean;
  posted    integer := 0;
  place     integer;
  -- Takes a transaction id before the first journal id: append_block() relies on it to distinguish a gap from an
  -- open transaction.
  own_id    xid8 := pg_current_xact_id();
begin
  if list is null then
    list := '{}';
  end if;
  foreach leg in array list loop
    named[2 * size + 1] := leg.debit;
    named[2 * size + 2] := leg.credit;
    size := size + 1;
    if leg.approval is not null then
      approving := true;
    elsif leg.transfer_type in ('adjusted', 'network_fee_paid') then
      summing := true;
    end if;
    if (leg.debit like 'custody:%' or leg.credit like 'custody:%' or leg.debit like 'suspense:%') then
      custody := custody || posting_key(leg.transfer_type, leg.reference);
    end if;
    if leg.debit = 'exchange:USD' or leg.credit = 'exchange:USD' then
      dollars := dollars || posting_key(leg.transfer_type, leg.reference);
    end if;
  end loop;

  -- Locks the accounts in the order of their codes, so that two callers never wait for each other. This must be a
  -- statement before the one that takes journal ids: per account, ids then grow in the order of the locks.
  select array_agg(l.code), array_agg(l.balance::bigint), (select frozen from state) into codes, balances, is_frozen
  from (
    select a.code, a.balance from account a where a.code = any (named) and a.balance is not null
    order by a.code for no key update) l;
  if is_frozen then
    raise exception 'LG015 the ledger is frozen' using errcode = 'LG015';
  end if;

  if summing then
    sums := sum_daily(list);
  end if;
  if approving then
    granted := is_approved(list);
  end if;

  size := 0;
  foreach leg in array list loop
    size := size + 1;
    place := width_bucket(leg.debit collate "C", codes);
    if codes[place] = leg.debit then
      balances[place] := balances[place] - leg.amount;
      debit_balances[size] := balances[place];
      if balances[place] < 0 then
        covered := false;
      end if;
    end if;
    place := width_bucket(leg.credit collate "C", codes);
    if codes[place] = leg.credit then
      balances[place] := balances[place] + leg.amount;
      credit_balances[size] := balances[place];
    end if;
  end loop;

  if covered then
    return query
      insert into journal as j (idempotency_key, transfer_type, debit, credit, amount, debit_balance, credit_balance,
        effective_date, reference, actor, reason, receipt, approval)
      select l.idempotency_key, l.transfer_type, d.id, c.id, l.amount, l.debit_balance, l.credit_balance,
        l.effective_date, l.reference, l.actor, l.reason, l.receipt, l.approval
      from unnest(list, debit_balances, credit_balances) with ordinality
        as l (idempotency_key, transfer_type, debit, credit, amount, effective_date, reference, actor, reason,
          receipt, approval, debit_balance, credit_balance, position)
      cross join lateral (select * from account where code = l.debit offset 0) d
      cross join lateral (select * from account where code = l.credit offset 0) c
      cross join lateral (
        select * from posting_rule
        where transfer_type = l.transfer_type and debit_type = d.account_type and credit_type = c.account_type
        offset 0) r
      where l.amount > 0 and l.debit <> l.credit and d.currency = c.currency
        -- This statement locks the journal before it reads closed_at, see close_account().
        and d.closed_at is null and c.closed_at is null
        and (d.balance is null) = (l.debit_balance is null)
        and (c.balance is null) = (l.credit_balance is null)
        and (not r.same_owner or d.owner = c.owner)
        and (not r.needs_reason or btrim(l.reason) <> '')
        and (not r.with_dollars or d.currency = 'USD' or posting_key(l.transfer_type, l.reference) = any (dollars))
        and (not r.with_custody or posting_key(l.transfer_type, l.reference) = any (custody))
        -- The threshold applies to the sum of all legs of a type from or to one account: split amounts don't pass it.
        and (l.approval is not null or r.approval_from is null or (
          select sum(o.amount) from unnest(list) o
          where o.transfer_type = l.transfer_type and (o.debit = l.debit or o.credit = l.credit)) < r.approval_from)
        and (not r.daily or l.approval is not null or (sums ->> l.transfer_type)::bigint < r.approval_from)
        and (l.approval is null or granted)
        and r.needs_receipt = (l.receipt is not null)
        and (l.receipt is null or receipt_matches(l.receipt, d.currency, l.amount))
      order by l.position on conflict (idempotency_key) do nothing
      returning j.idempotency_key, j.id, false, j.debit_balance::bigint, j.credit_balance::bigint;
    get diagnostics posted = row_count;
  end if;

  if posted = size and size > 0 then
    if codes is not null then
      update account a set balance = balances[width_bucket(a.code, codes)] where a.code = any (codes);
    end if;
    if approving then
      insert into approval_use values (list[1].approval);
    end if;
  elsif (select count(distinct l.idempotency_key) from unnest(list) l) < greatest(size, 1) then
    raise exception 'LG004 an empty list, or a transfer without an idempotency key of its own' using errcode = 'LG004';
  elsif posted = 0 and find_replay(list) then
    return query
      select j.idempotency_key, j.id, true, j.debit_balance::bigint, j.credit_balance::bigint
      from unnest(list) with ordinality l join journal j on j.idempotency_key = l.idempotency_key
      order by l.ordinality;
  else
    perform raise_rejection(list, covered, granted, posted);
  end if;
end $$;

revoke all on function ledger.post_list from public;
