-- The engine at a million positions: the same rules with less work for each row.

-- Nothing reads positions by their version, and each of them would write to this index whenever it is paid.
drop index position_version;

-- Stable like convert_to in it, so that it becomes a part of the statement that asks; marked immutable it was a call for each row.
create or replace function event_id(event text) returns uuid language sql stable parallel safe as $$
  select encode(substr(sha256(convert_to(event, 'UTF8')), 1, 16), 'hex')::uuid $$;

-- A list finds an account's place by its code, however long it is. Searching an array copied all of it for each row.
set role ledger_owner;
set search_path = ledger;

-- Posts a linked list of transfers: all of them or, with an exception, none. Call it inside your own transaction.
-- A list that is already posted is answered with its rows and replay = true; the same id with other content is refused.
-- Refusals are LG002 to LG015. 40001 and 40P01 mean: run the whole transaction again.
-- The way without a refusal is three statements: lock, insert what the chart allows, update. A list of which a row was not
-- inserted is looked into afterwards, by known() and refuse().
create or replace function post(list transfer[])
returns table (id uuid, entry bigint, replay boolean, debit_balance bigint, credit_balance bigint)
language plpgsql security definer set search_path = ledger, pg_temp
-- Pinned plans, here and by "lateral ... offset 0": a session keeps its plans, and one made while the tables were empty is a full scan.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
set enable_mergejoin = off set enable_hashjoin = off set jit = off
as $$
#variable_conflict use_column
declare
  leg       transfer;
  size      integer := 0;
  named     text[] := '{}';                                           -- the accounts of the list
  moved     text[] := '{}';                                           -- kind and reference of its custody legs
  dollars   text[] := '{}';                                           -- and of its dollar legs
  codes     text[];                                                   -- its limited accounts, locked,
  places    jsonb;                                                    -- where each stands by its code, and
  balances  bigint[];                                                 -- their balances as the list goes on
  debit_balances   bigint[] := array_fill(null::bigint, array[coalesce(cardinality(list), 0)]);
  credit_balances  bigint[] := debit_balances;
  covered   boolean := true;
  asked     boolean := false;                                         -- whether a leg names an approval, and
  granted   boolean := false;                                         -- whether that one allows the list
  shut      boolean;
  posted    integer := 0;
  place     integer;
  -- A transaction id before the first entry number: seal() relies on it to tell a hole from an open transaction.
  own_id    xid8 := pg_current_xact_id();
begin
  perform assert_latest();
  list := coalesce(list, '{}');
  foreach leg in array list loop
    named[2 * size + 1] := leg.debit;
    named[2 * size + 2] := leg.credit;
    size := size + 1;
    asked := asked or leg.approval is not null;
    if (leg.debit like 'custody:%' or leg.credit like 'custody:%' or leg.debit like 'suspense:%') then
      moved := moved || beside(leg.kind, leg.reference);
    end if;
    if leg.debit = 'exchange:USD' or leg.credit = 'exchange:USD' then dollars := dollars || beside(leg.kind, leg.reference); end if;
  end loop;
  -- Lock the limited accounts in the order of their codes, so that two callers can never wait for each other. It must be a
  -- statement of its own, before the one that takes entry numbers: per account, entries then grow in the order of the locks.
  select array_agg(l.code), array_agg(l.balance), jsonb_object_agg(l.code, l.place), (select frozen from state) into codes, balances, places, shut from (
    select a.code, a.balance, row_number() over () as place from (
      select a.code, a.balance from account a where a.code = any (named) and a.balance is not null order by a.code for no key update) a) l;
  if shut then raise exception 'LG015 the books are frozen' using errcode = 'LG015'; end if;
  if asked then granted := allowed(list); end if;
  size := 0;
  foreach leg in array list loop
    size := size + 1;
    place := (places ->> leg.debit)::integer;
    if place is not null then
      balances[place] := balances[place] - leg.amount;
      debit_balances[size] := balances[place];
      covered := covered and balances[place] >= 0;
    end if;
    place := (places ->> leg.credit)::integer;
    if place is not null then
      balances[place] := balances[place] + leg.amount;
      credit_balances[size] := balances[place];
    end if;
  end loop;
  if covered then
    return query
      insert into journal as j (id, kind, debit, credit, amount, debit_balance, credit_balance, effective, reference, actor, reason, receipt, approval)
      select l.id, l.kind, d.id, c.id, l.amount, l.debit_balance, l.credit_balance, l.effective, l.reference, l.actor, l.reason, l.receipt, l.approval
      from unnest(list, debit_balances, credit_balances) with ordinality
        as l (id, kind, debit, credit, amount, effective, reference, actor, reason, receipt, approval, debit_balance, credit_balance, position)
      cross join lateral (select * from account where code = l.debit offset 0) d
      cross join lateral (select * from account where code = l.credit offset 0) c
      cross join lateral (select * from route where kind = l.kind and debit_class = d.class and credit_class = c.class offset 0) r
      where l.amount > 0 and l.debit <> l.credit and d.currency = c.currency
        -- This statement locks the journal before it reads closed_at, see close_account().
        and d.closed_at is null and c.closed_at is null
        and (d.balance is null) = (l.debit_balance is null) and (c.balance is null) = (l.credit_balance is null)
        and (not r.needs_reason or btrim(l.reason) <> '')
        and (not r.with_dollars or d.currency = 'USD' or beside(l.kind, l.reference) = any (dollars))
        and (not r.with_custody or beside(l.kind, l.reference) = any (moved))
        -- A threshold is for all legs of a kind from or to one account together, or many small ones would pass below it.
        and (l.approval is not null or r.approval_from is null or (select sum(o.amount) from unnest(list) o where o.kind = l.kind and (o.debit = l.debit or o.credit = l.credit)) < r.approval_from)
        and (l.approval is null or granted)
        and r.needs_receipt = (l.receipt is not null) and (l.receipt is null or fits(l.receipt, d.currency, l.amount))
      order by l.position on conflict (id) do nothing
      returning j.id, j.entry, false, j.debit_balance, j.credit_balance;
    get diagnostics posted = row_count;
  end if;
  if posted = size and size > 0 then
    if codes is not null then
      update account a set balance = balances[(places ->> a.code)::integer] where a.code = any (codes);
    end if;
    if asked then insert into approval_use values (list[1].approval); end if;
  elsif (select count(distinct l.id) from unnest(list) l) < greatest(size, 1) then
    raise exception 'LG004 an empty list, or a transfer without an id of its own' using errcode = 'LG004';
  elsif posted = 0 and known(list) then
    return query select j.id, j.entry, true, j.debit_balance, j.credit_balance
      from unnest(list) with ordinality l join journal j on j.id = l.id order by l.ordinality;
  else
    perform refuse(list, covered, granted, posted);
  end if;
end $$;
