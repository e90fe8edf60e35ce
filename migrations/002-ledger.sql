-- The ledger: double entry that posts inside the caller's transaction and is sealed afterwards.
--
-- Three ideas carry the whole file:
--   1. One journal row is one debit and one credit of one amount, so an unbalanced entry cannot be written down.
--   2. Accounts with a limit keep a balance and are locked while posting. Accounts without one (custody, exchange)
--      keep none: theirs is derived from the journal, so the account that everybody uses blocks nobody.
--   3. Rows are numbered when written (entry, may have holes) and again when sealed (seq, never has holes).
-- A balance is credits minus debits. A custody account, which is a debit account, therefore shows a negative number.
--
-- Everything here belongs to ledger_owner, who can't log in. candor_app owns nothing, reads views and calls functions.
-- The migrating role is a superuser, or owns the database and has CREATEROLE: `set role` needs a member of ledger_owner, which
-- it makes itself when it also made the role (001-roles). Where somebody else did, that one says: grant ledger_owner to <it>.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant ledger_owner to %I', current_user);
  end if;
exception when insufficient_privilege then null;                      -- granted already, or `set role` says that it wasn't
end $$;
create schema ledger authorization ledger_owner;
set role ledger_owner;
set search_path = ledger;

-- The chart

create table currency (
  code   text primary key check (code ~ '^[A-Z0-9]{3,10}$'),
  scale  smallint not null check (scale between 0 and 9));           -- digits behind the point of one whole unit
create table class (
  name     text primary key,
  limited  boolean not null,                                          -- true: an account of this class never goes below zero
  form     text not null,                                             -- what the codes of its accounts look like
  meaning  text not null);
create table kind (name text primary key);
create table route (                                                  -- the only movements that exist
  kind           text references kind,
  debit_class    text references class,
  credit_class   text references class,
  with_custody   boolean not null default false,                      -- fence 1: only beside a custody leg, see post()
  needs_receipt  boolean not null default false,                      -- fence 2: only with what came in from outside
  needs_reason   boolean not null default false,
  primary key (kind, debit_class, credit_class));
create table account (
  id         bigint generated always as identity primary key,
  code       text collate "C" not null unique,
  class      text not null references class,
  currency   text not null references currency,
  owner      text,
  balance    bigint constraint never_overdrawn check (balance >= 0),  -- null: no limit, derived from the journal
  opened_at  timestamptz not null default now(),
  closed_at  timestamptz
) with (fillfactor = 70);                                             -- room for balance updates within the page
create index account_owner on account (owner);

-- The journal

create table receipt (                                                -- what came in from outside, as it was seen there
  id            text primary key check (id ~ '^rcp_[0-9a-z]+$'),
  source        text not null check (source in ('BTC', 'ETH', 'USDT', 'bank', 'simulated')),
  reference     text not null check (reference <> ''),                -- transaction id, or the bank's reference
  output_index  integer not null check (output_index >= 0),
  currency      text not null references currency,
  amount        bigint not null check (amount > 0),
  arrived_at    timestamptz not null,
  recorded_by   text not null check (recorded_by <> ''),
  unique (source, reference, output_index));

create table journal (
  entry           bigint generated always as identity (cache 1) primary key,  -- cache 1: numbers must grow with time
  id              uuid not null unique,                               -- hash of the business event: the same event posts once
  kind            text not null,
  debit           bigint not null,                                    -- no foreign key: it would lock the hot account's row
  credit          bigint not null,
  amount          bigint not null check (amount > 0),
  debit_balance   bigint check (debit_balance >= 0),                  -- after this row; null on accounts without a limit
  credit_balance  bigint check (credit_balance >= 0),
  effective       date not null,
  posted_at       timestamptz not null default clock_timestamp(),
  reference       text not null,
  actor           text not null check (actor <> ''),
  reason          text,
  receipt         text,
  check (debit <> credit));
create unique index journal_receipt on journal (receipt) where receipt is not null;  -- a receipt is consumed once
create index journal_debit on journal (debit, entry);
create index journal_credit on journal (credit, entry);

create table seal_block (                                             -- one link of the hash chain
  block          bigint primary key,
  first_seq      bigint not null,
  last_seq       bigint not null check (last_seq >= first_seq),
  sealed_at      timestamptz not null,
  digest         bytea not null,                                      -- SHA-256 over the leaves, in seq order
  fingerprints   bytea not null,                                      -- first 4 bytes of each leaf: only to point at a changed row
  previous_hash  bytea not null,
  hash           bytea not null);
create table seal_run (                                               -- entries first_entry..last_entry are all sealed, with seq
  first_seq      bigint primary key,                                  -- first_seq, first_seq + 1, ...
  first_entry    bigint not null unique,
  last_entry     bigint not null check (last_entry >= first_entry),
  highest_entry  bigint not null,                                     -- highest entry sealed up to here
  block          bigint not null references seal_block);
create index seal_run_block on seal_run (block);
create table seal_gap (                                               -- entries below the highest that were not visible when it was
  noted_by  xid8 not null,                                            -- sealed: rolled back, or still in an open transaction.
  entries   int8multirange not null);                                 -- Working memory, not evidence.
create table checkpoint (                                             -- balances of unlimited accounts after a sealed seq
  account  bigint, seq bigint, balance bigint not null, primary key (account, seq));

create function append_only() returns trigger language plpgsql as $$ begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'LG000'; end $$;
do $$ declare name text; begin
  foreach name in array array['journal', 'receipt', 'seal_block', 'seal_run', 'checkpoint'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function append_only()', name);
    execute format('create trigger never_truncated before truncate on %I execute function append_only()', name);
  end loop;
end $$;
create trigger append_only before delete or update of id, code, class, currency, owner on account for each row execute function append_only();
create trigger never_truncated before truncate on account execute function append_only();

-- Posting

create type transfer as (id uuid, kind text, debit text, credit text, amount bigint,
  effective date, reference text, actor text, reason text, receipt text);

-- Posts a linked list of transfers: all of them or, with an exception, none. Call it inside your own transaction.
-- A list that is already posted is answered with its rows and replay = true; the same id with other content is refused.
-- Refusals are LG002 to LG012. 40001 and 40P01 mean: run the whole transaction again.
-- The way without a refusal is three statements: lock, insert what the chart allows, update. A list of which a row was not
-- inserted is looked into afterwards, by known() and refuse().
create function post(list transfer[])
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
  codes     text[];                                                   -- its limited accounts, locked, and
  balances  bigint[];                                                 -- their balances as the list goes on
  debit_balances   bigint[] := array_fill(null::bigint, array[coalesce(cardinality(list), 0)]);
  credit_balances  bigint[] := debit_balances;
  covered   boolean := true;
  posted    integer := 0;
  place     integer;
  -- A transaction id before the first entry number: seal() relies on it to tell a hole from an open transaction.
  own_id    xid8 := pg_current_xact_id();
begin
  list := coalesce(list, '{}');
  foreach leg in array list loop
    named[2 * size + 1] := leg.debit;
    named[2 * size + 2] := leg.credit;
    size := size + 1;
    if (leg.debit like 'custody:%' or leg.credit like 'custody:%' or leg.debit like 'suspense:%') then
      moved := moved || beside(leg.kind, leg.reference);
    end if;
  end loop;
  -- Lock the limited accounts in the order of their codes, so that two callers can never wait for each other. It must be a
  -- statement of its own, before the one that takes entry numbers: per account, entries then grow in the order of the locks.
  select array_agg(a.code), array_agg(a.balance) into codes, balances from (
    select a.code, a.balance from account a where a.code = any (named) and a.balance is not null order by a.code for no key update) a;
  size := 0;
  foreach leg in array list loop
    size := size + 1;
    place := width_bucket(leg.debit collate "C", codes);              -- a binary search
    if codes[place] = leg.debit then
      balances[place] := balances[place] - leg.amount;
      debit_balances[size] := balances[place];
      covered := covered and balances[place] >= 0;
    end if;
    place := width_bucket(leg.credit collate "C", codes);
    if codes[place] = leg.credit then
      balances[place] := balances[place] + leg.amount;
      credit_balances[size] := balances[place];
    end if;
  end loop;
  if covered then
    return query
      insert into journal as j (id, kind, debit, credit, amount, debit_balance, credit_balance, effective, reference, actor, reason, receipt)
      select l.id, l.kind, d.id, c.id, l.amount, l.debit_balance, l.credit_balance, l.effective, l.reference, l.actor, l.reason, l.receipt
      from unnest(list, debit_balances, credit_balances) with ordinality
        as l (id, kind, debit, credit, amount, effective, reference, actor, reason, receipt, debit_balance, credit_balance, position)
      cross join lateral (select * from account where code = l.debit offset 0) d
      cross join lateral (select * from account where code = l.credit offset 0) c
      cross join lateral (select * from route where kind = l.kind and debit_class = d.class and credit_class = c.class offset 0) r
      where l.amount > 0 and l.debit <> l.credit and d.currency = c.currency
        -- This statement locks the journal before it reads closed_at, see close_account().
        and d.closed_at is null and c.closed_at is null
        and (d.balance is null) = (l.debit_balance is null) and (c.balance is null) = (l.credit_balance is null)
        and (not r.needs_reason or l.reason <> '')
        and (not r.with_custody or beside(l.kind, l.reference) = any (moved))
        and r.needs_receipt = (l.receipt is not null) and (l.receipt is null or fits(l.receipt, d.currency, l.amount))
      order by l.position on conflict (id) do nothing
      returning j.id, j.entry, false, j.debit_balance, j.credit_balance;
    get diagnostics posted = row_count;
  end if;
  if posted = size and size > 0 then
    if codes is not null then
      update account a set balance = balances[width_bucket(a.code, codes)] where a.code = any (codes);
    end if;
  elsif (select count(distinct l.id) from unnest(list) l) < greatest(size, 1) then
    raise exception 'LG004 an empty list, or a transfer without an id of its own' using errcode = 'LG004';
  elsif posted = 0 and known(list) then
    return query select j.id, j.entry, true, j.debit_balance, j.credit_balance
      from unnest(list) with ordinality l join journal j on j.id = l.id order by l.ordinality;
  else
    perform refuse(list, covered, posted);
  end if;
end $$;

-- What a custody leg and the exchange leg beside it have in common. A kind has no space in it.
create function beside(kind text, reference text) returns text language sql immutable as $$ select kind || ' ' || reference $$;

-- Whether a receipt says exactly this, and nothing has used it.
create function fits(receipt text, currency text, amount bigint) returns boolean language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  return exists (select from ledger.receipt r where r.id = fits.receipt and r.currency = fits.currency and r.amount = fits.amount)
    and not exists (select from ledger.journal j where j.receipt = fits.receipt);
end $$;

-- Whether exactly this list was posted before. Refuses one with other content, or of which a part was posted.
create function known(list transfer[]) returns boolean
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
  found integer;
  same  integer;
begin
  select count(*), count(*) filter (where (l.kind, l.debit, l.credit, l.amount, l.effective, l.reference)
      = (j.kind, d.code, c.code, j.amount, j.effective, j.reference) and l.receipt is not distinct from j.receipt)
    into found, same from unnest(list) l cross join lateral (select * from journal where id = l.id offset 0) j
    join account d on d.id = j.debit join account c on c.id = j.credit;
  if found > 0 and same < cardinality(list) then
    raise exception 'LG005 id was used before with other content, or only for part of this list' using errcode = 'LG005';
  end if;
  return found > 0;
end $$;

-- Says what is wrong with a list of which only some rows, or none, could be posted.
create function refuse(list transfer[], covered boolean, posted integer) returns void language plpgsql as $$
declare
  refusal text;
  place   bigint;
begin
  select position, verdict into place, refusal from (select l.position, case
      when d.id is null or c.id is null then 'LG003 unknown account'
      when l.amount is null or l.amount <= 0 or d.id = c.id then 'LG004 amount must be above zero, between two accounts'
      when d.closed_at is not null or c.closed_at is not null then 'LG008 account is closed'
      when d.currency <> c.currency then 'LG006 accounts differ in currency'
      when r.kind is null then format('LG007 no route for %s from %s to %s', l.kind, d.class, c.class)
      when r.needs_reason and coalesce(l.reason, '') = '' then format('LG009 %s needs a reason', l.kind)
      when r.with_custody and not exists (select from unnest(list) o where (o.debit like 'custody:%' or o.credit like 'custody:%' or o.debit like 'suspense:%')
          and (o.kind, o.reference) = (l.kind, l.reference))
        then format('LG010 %s from %s to %s needs a custody leg of the same kind and reference beside it', l.kind, d.class, c.class)
      when r.needs_receipt <> (l.receipt is not null)
        then format('LG011 %s from %s %s a receipt', l.kind, d.class, case when r.needs_receipt then 'needs' else 'takes no' end)
      when l.receipt is not null and (p.currency, p.amount) is distinct from (d.currency, l.amount)
        then 'LG011 receipt is unknown, or differs in currency or amount'
      when exists (select from journal where receipt = l.receipt and id <> l.id) then 'LG012 receipt was used before'
    end as verdict
  from unnest(list) with ordinality as l (id, kind, debit, credit, amount, effective, reference, actor, reason, receipt, position)
  left join account d on d.code = l.debit left join account c on c.code = l.credit
  left join route r on (r.kind, r.debit_class, r.credit_class) = (l.kind, d.class, c.class) left join receipt p on p.id = l.receipt) v
  order by verdict is null, position limit 1;
  refusal := coalesce(refusal, case
    when not covered then 'LG002 insufficient balance'
    when posted > 0 then 'LG005 a part of this list was posted before'
    else '40001 the same is being posted at this moment' end);
  raise exception '% (transfer %)', refusal, place using errcode = left(refusal, 5);
end $$;

-- Posts many linked lists, each on its own: [[transfer, ...], ...]. A refused list does not hold up the others.
create function post_groups(groups jsonb) returns table (number bigint, verdict text)
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  everything transfer[] := array(select jsonb_populate_record(null::transfer, t) from jsonb_array_elements(groups) with ordinality as g (list, number),
    jsonb_array_elements(g.list) with ordinality as t (t, number) order by g.number, t.number);
  list transfer[];
begin
  -- All locks first, in their order: one refused list gives back its changes below, but must not give back its place in the order.
  perform from account a where a.code = any (array(select unnest(array[t.debit, t.credit]) from unnest(everything) t))
    and a.balance is not null order by a.code for no key update;
  begin                                                               -- nearly always: nothing wrong anywhere
    return query select g.number, case when (select bool_and(p.replay) from post(everything) p) then 'replay' else 'posted' end
      from generate_series(1, jsonb_array_length(groups)::bigint) as g (number);
    return;
  exception when others then if sqlstate not like 'LG0%' then raise; end if;
  end;
  for number, list in select g.number, array(select t from jsonb_populate_recordset(null::transfer, g.list) t)
      from jsonb_array_elements(groups) with ordinality as g (list, number) order by g.number loop
    begin
      verdict := case when (select bool_and(p.replay) from post(list) p) then 'replay' else 'posted' end;
    exception when others then if sqlstate not like 'LG0%' then raise; end if; verdict := sqlerrm;
    end;
    return next;
  end loop;
end $$;

-- Opens an account, or finds it: the code is its identity.
create function open_account(code text, class text, currency text, owner text default null) returns bigint
language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare found_account account; begin
  insert into account (code, class, currency, owner, balance)
    select open_account.code, c.name, open_account.currency, open_account.owner, case when c.limited then 0 end
    from class c where c.name = open_account.class and open_account.code ~ c.form on conflict do nothing returning * into found_account;
  if found_account is null then select * into found_account from account a where a.code = open_account.code; end if;
  if (found_account.class, found_account.currency) is distinct from (open_account.class, open_account.currency)
    or found_account.owner is distinct from open_account.owner then
    raise exception 'LG001 account % exists with other properties, or is not of its class', open_account.code using errcode = 'LG001'; end if;
  return found_account.id;
end $$;

-- Records what came in from outside, or finds it: source, reference and output are its identity.
create function record_receipt(id text, source text, reference text, output_index integer, currency text, amount bigint, arrived_at timestamptz, recorded_by text)
returns text language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
declare known receipt; begin
  insert into receipt select record_receipt.id, record_receipt.source, record_receipt.reference, record_receipt.output_index, record_receipt.currency,
    record_receipt.amount, record_receipt.arrived_at, record_receipt.recorded_by on conflict (source, reference, output_index) do nothing;
  select * into known from receipt r where (r.source, r.reference, r.output_index) = (record_receipt.source, record_receipt.reference, record_receipt.output_index);
  if (known.currency, known.amount) is distinct from (record_receipt.currency, record_receipt.amount) then
    raise exception 'LG013 receipt % was recorded before with another amount', record_receipt.reference using errcode = 'LG013'; end if;
  return known.id;
end $$;

-- Sealing

-- What a row's hash covers, its receipt included: a JSON array of strings that any language can rebuild.
create function leaf(j journal) returns bytea language sql stable as $$
  select sha256(convert_to(json_build_array(j.entry::text, j.id, j.kind, j.debit::text, j.credit::text, j.amount::text, j.debit_balance::text,
    j.credit_balance::text, j.effective, (extract(epoch from j.posted_at) * 1000000)::bigint::text, j.reference, j.actor, j.reason,
    case when j.receipt is not null then (select json_build_array(r.id, r.source, r.reference, r.output_index::text, r.currency, r.amount::text,
      (extract(epoch from r.arrived_at) * 1000000)::bigint::text, r.recorded_by) from ledger.receipt r where r.id = j.receipt) end)::text, 'UTF8')) $$;
create function block_hash(b seal_block) returns bytea language sql stable as $$
  select sha256(b.previous_hash || convert_to(json_build_array(b.block::text, b.first_seq::text, b.last_seq::text,
    (extract(epoch from b.sealed_at) * 1000000)::bigint::text, encode(b.digest, 'hex'))::text, 'UTF8')) $$;

create view sealed_journal as
  select run.first_seq + j.entry - run.first_entry as seq, run.block, j.*
  from seal_run run join journal j on j.entry between run.first_entry and run.last_entry;
create view unsealed_journal as                                       -- above the highest sealed entry, or in a gap below it
  select j.* from journal j where j.entry > coalesce((select highest_entry from seal_run order by first_seq desc limit 1), 0)
  union all
  select j.* from seal_gap gap, unnest(gap.entries) as hole, journal j where j.entry >= lower(hole) and j.entry < upper(hole);

-- Gives seq and hash to committed rows; returns how many. Run it every second, as the first statement of a transaction.
-- It waits for nobody. Why its order is right although rows with lower entries may commit later:
--   Let a and b be rows on the same limited account, a before b. If one transaction wrote both, one snapshot shows both. If not,
--   b's transaction got the account's lock after a's had ended, so every snapshot that shows b also shows a. Entries are taken
--   under the lock, so a's is lower. Sealing all that one snapshot shows, by entry, thus never puts b before a; and a row
--   that commits later shares no limited account with a sealed row that would have to come after it.
-- Accounts without a limit have no running balance, so any order suits them.
create function seal(at_most integer default 10000) returns bigint
language plpgsql security definer set search_path = ledger, pg_temp set jit = off
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off as $$
declare
  last     seal_block;
  next     seal_block;
  highest  bigint;
  upto     bigint;
  fresh    record;
begin
  if pg_current_xact_id_if_assigned() is not null then raise exception 'seal() must come first in its transaction'; end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal', 0));  -- one sealer at a time; takes no transaction id
  select * into last from seal_block order by block desc limit 1;
  highest := coalesce((select highest_entry from seal_run order by first_seq desc limit 1), 0);
  upto := coalesce((select max(entry) from (select entry from journal where entry > highest order by entry limit at_most) next), highest);
  -- One statement, so one snapshot.
  select count(*) as rows, coalesce(range_agg(int8range(entry, entry, '[]')), '{}') as entries, sha256(string_agg(leaf, '' order by entry)) as digest,
      string_agg(substr(leaf, 1, 4), '' order by entry) as fingerprints, pg_snapshot_xmin(pg_current_snapshot()) as oldest_open
    into fresh from (select u.entry, leaf(row(u.*)::journal) as leaf from unsealed_journal u where u.entry <= upto offset 0) u;
  -- A gap is over when every transaction that could hold its numbers has ended. noted_by is our own transaction id, taken only
  -- now: it is above that of anyone who had a number below upto, because they took their id before their number.
  delete from seal_gap where noted_by <= fresh.oldest_open;
  if fresh.rows > 0 then
    update seal_gap set entries = entries - fresh.entries where entries && fresh.entries;
    insert into seal_gap select pg_current_xact_id(), hole from (select int8multirange(int8range(highest, upto, '(]')) - fresh.entries) as holes (hole)
      where not isempty(hole);
    next := (coalesce(last.block, 0) + 1, coalesce(last.last_seq, 0) + 1, coalesce(last.last_seq, 0) + fresh.rows, clock_timestamp(),
      fresh.digest, fresh.fingerprints, coalesce(last.hash, sha256('ledger')), null);
    next.hash := block_hash(next);
    insert into seal_block values (next.*);
    insert into seal_run
      select next.first_seq + sum(size) over before_this - size, first_entry, first_entry + size - 1, greatest(highest, upto), next.block
      from (select lower(r) as first_entry, upper(r) - lower(r) as size from unnest(fresh.entries) as r) run
      window before_this as (order by first_entry);
  end if;
  return fresh.rows;
end $$;

-- Reading

-- Net movement of an account over the sealed rows after_seq < seq <= upto_seq. Bounds that cut a run in two are fine.
create function movement(account bigint, after_seq bigint, upto_seq bigint) returns bigint
language sql stable set search_path = ledger, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select coalesce(sum(change), 0)::bigint from (
    select greatest(first_entry, first_entry + after_seq + 1 - first_seq) as low, least(last_entry, first_entry + upto_seq - first_seq) as high
    from seal_run where first_seq <= upto_seq
      and first_seq >= coalesce((select first_seq from seal_run where first_seq <= after_seq + 1 order by first_seq desc limit 1), 0)) part
  cross join lateral (
    select -amount from journal where debit = account and entry between low and high
    union all select amount from journal where credit = account and entry between low and high) as moved (change) $$;

create function seq_at(moment timestamptz) returns bigint language sql stable security definer set search_path = ledger, pg_temp as $$
  select coalesce((select last_seq from seal_block where sealed_at <= moment order by block desc limit 1), 0) $$;

create function seq_of(entry bigint) returns bigint language sql stable set search_path = ledger, pg_temp as $$
  select case when last_entry >= entry then first_seq + entry - first_entry end
  from (select * from seal_run where first_entry <= entry order by first_entry desc limit 1) run $$;

-- Balance after a sealed seq; for a moment, say balance_at(account, seq_at(moment)).
create function balance_at(account bigint, seq bigint) returns bigint language sql stable security definer set search_path = ledger, pg_temp as $$
  select case when (select limited from class join account a on a.class = class.name where a.id = account) then
    -- The account's last row with a seq not above the one asked for: entry order and seq order agree within an account.
    coalesce((select balance from (
      (select entry, debit_balance as balance from journal j where debit = account and entry <= reach.highest and seq_of(entry) <= balance_at.seq order by entry desc limit 1)
      union all
      (select entry, credit_balance from journal j where credit = account and entry <= reach.highest and seq_of(entry) <= balance_at.seq order by entry desc limit 1)
    ) latest order by entry desc limit 1), 0)
  else coalesce(base.balance, 0) + movement(account, coalesce(base.seq, 0), balance_at.seq) end
  from (select max(highest_entry) as highest from (select highest_entry from seal_run where first_seq <= balance_at.seq order by first_seq desc limit 1) r) reach
  left join lateral (select c.seq, c.balance from checkpoint c where c.account = balance_at.account and c.seq <= balance_at.seq
    order by c.seq desc limit 1) base on true $$;

-- Balance now, with rows that are not sealed yet.
create function balance(account bigint) returns bigint language sql stable security definer set search_path = ledger, pg_temp as $$
  select coalesce(a.balance, balance_at(a.id, (select coalesce(max(last_seq), 0) from seal_block)) + (select coalesce(sum(change), 0)::bigint from (
    select -amount from unsealed_journal where debit = a.id union all select amount from unsealed_journal where credit = a.id) u (change)))
  from account a where a.id = account $$;

-- Sealed rows of one account with after_seq < seq <= upto_seq and the balance after each.
create function statement(account bigint, after_seq bigint default 0, upto_seq bigint default null)
returns table (seq bigint, entry bigint, posted_at timestamptz, effective date, kind text, other_account text, change bigint, balance bigint, reference text, reason text)
language sql stable security definer set search_path = ledger, pg_temp as $$
  with span as (
    select min(first_entry) as low, max(last_entry) as high from seal_run where first_seq <= coalesce(upto_seq, 9223372036854775807)
      and first_seq >= coalesce((select first_seq from seal_run where first_seq <= after_seq + 1 order by first_seq desc limit 1), 0)),
  own as (
    select seq_of(j.entry) as seq, j.*, credit as other, -amount as change from journal j, span where debit = account and entry between low and high
    union all
    select seq_of(j.entry), j.*, debit, amount from journal j, span where credit = account and entry between low and high)
  select own.seq, own.entry, own.posted_at, own.effective, own.kind, a.code, own.change,
    (balance_at(statement.account, after_seq) + sum(own.change) over (order by own.seq))::bigint, own.reference, own.reason
  from own join account a on a.id = own.other where own.seq > after_seq and own.seq <= coalesce(upto_seq, own.seq) order by own.seq $$;

create view trial_balance as                                          -- a currency's own line (class is null) must show 0
  select currency, class, sum(coalesce(balance, balance(id))) as balance, count(*) as accounts
  from account group by grouping sets ((currency, class), (currency));

-- Spares balance_at() the way back to the first row. Run it every few minutes, after seal().
create function write_checkpoints() returns void language sql security definer set search_path = ledger, pg_temp as $$
  insert into checkpoint select a.id, head.seq, balance_at(a.id, head.seq)
  from account a, (select max(last_seq) as seq from seal_block) head where a.balance is null and head.seq is not null on conflict do nothing $$;

-- Closes an empty account for good.
create function close_account(account bigint) returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
declare found_account account; begin
  select * into found_account from account a where a.id = close_account.account for no key update;
  -- Posting does not lock an unlimited account. So wait for open postings; those that wait for us read closed_at after their wait.
  if found_account.balance is null then lock table journal in share row exclusive mode; end if;
  if balance(close_account.account) is distinct from 0 then raise exception 'LG002 account % is not empty', found_account.code using errcode = 'LG002'; end if;
  update account a set closed_at = coalesce(closed_at, now()) where a.id = close_account.account;
end $$;

-- Proving

-- Recomputes the chain from a block on, and names each row that is not as it was sealed.
create function verify_chain(from_block bigint default 1) returns table (problem text, block bigint, seq bigint, entry bigint, detail text)
language sql stable security definer set search_path = ledger, pg_temp set work_mem = '256MB' set jit = off as $$
  with link as (
    select b.*, block_hash(b) as hash_now, lag(hash, 1, sha256('ledger')) over (order by block) as hash_before,
      lag(block, 1, 0::bigint) over (order by block) as block_before, lag(last_seq, 1, 0::bigint) over (order by block) as seq_before from seal_block b),
  content as materialized (
    select run.block, count(j.entry) as rows, sum(count(j.entry)) over () as total, sha256(string_agg(leaf(j), '' order by j.entry)) as digest
    from seal_run run left join journal j on j.entry between run.first_entry and run.last_entry where run.block >= from_block group by run.block),
  broken as materialized (
    select link.* from link left join content using (block)
    where block >= from_block and (content.digest is distinct from link.digest or content.rows is distinct from last_seq - first_seq + 1)),
  run_order as (
    select run.*, lag(first_seq + last_entry - first_entry + 1, 1, 1::bigint) over (order by first_seq) as expected_seq,
      lag(last_entry, 1, 0::bigint) over (order by first_entry) as entry_before from seal_run run)
  select 'block does not follow from the one before', block, first_seq, null::bigint, null::text from link where block >= from_block
    and (hash <> hash_now or previous_hash <> hash_before or block <> block_before + 1 or first_seq <> seq_before + 1)
  union all select 'block differs from its digest', block, first_seq, null, null from broken
  union all select case when j.entry is null then 'row is missing' else 'row was changed' end, run.block, run.first_seq + n - run.first_entry, n, j::text
    from broken join seal_run run using (block) cross join generate_series(run.first_entry, run.last_entry) n left join journal j on j.entry = n
    where j.entry is null or substr(leaf(j), 1, 4) <> substr(fingerprints, (4 * (run.first_seq + n - run.first_entry - broken.first_seq) + 1)::integer, 4)
  union all select 'runs leave a hole in seq or share entries', block, first_seq, first_entry, null from run_order
    where first_seq <> expected_seq or first_entry <= entry_before
  union all select 'row was put behind the seal', null, null, j.entry, j::text from run_order run
    -- Each hole is looked up by the journal's key: compared row by run, a young table without statistics takes minutes.
    cross join lateral (select * from journal where entry > run.entry_before and entry < run.first_entry offset 0) j
    where run.first_entry > run.entry_before + 1 and not exists (select from seal_gap where entries @> j.entry) $$;

-- Recomputes every balance, sealed or not, and checks every row against the chart.
create function verify_balances() returns table (problem text, block bigint, seq bigint, entry bigint, detail text)
language sql stable security definer set search_path = ledger, pg_temp set work_mem = '256MB' set jit = off as $$
  with row as materialized (select * from sealed_journal union all select null, null, * from unsealed_journal),
  leg as materialized (
    select row.block, row.seq, row.entry, account, change, balance_after, account.balance is not null as limited,
      lag(balance_after, 1, 0::bigint) over of_account + change as expected,
      lag(seq, 1, 0::bigint) over of_account as seq_before                  -- null: the row before is not sealed
    from row cross join lateral (values (debit, -amount, debit_balance), (credit, amount, credit_balance)) as leg (account, change, balance_after)
    left join account on account.id = leg.account window of_account as (partition by account order by entry)),
  total as (select account, sum(change) as balance from leg group by account)
  select 'running balance does not follow', block, seq, entry, format('account %s: %s, expected %s', account, balance_after, case when limited then expected end)
    from leg where balance_after is distinct from case when limited then expected end
  union all select 'sealed before an earlier row of its account', block, seq, entry, format('account %s', account)
    from leg where limited and seq is not null and (seq_before is null or seq_before > seq)
  union all select 'row breaks the chart', row.block, row.seq, row.entry, format('%s from %s to %s', row.kind, d.code, c.code)
    from row left join account d on d.id = debit left join account c on c.id = credit
    left join route r on (r.kind, r.debit_class, r.credit_class) = (row.kind, d.class, c.class)
    left join receipt p on p.id = row.receipt
    where r.kind is null or d.currency <> c.currency or (r.needs_reason and coalesce(row.reason, '') = '') or r.needs_receipt <> (row.receipt is not null)
      or (r.needs_receipt and (p.currency, p.amount) is distinct from (d.currency, row.amount))
  union all select 'account differs from its rows', null, null, null, format('account %s: %s, rows say %s', a.code, a.balance, coalesce(total.balance, 0))
    from account a left join total on total.account = a.id join class c on c.name = a.class
    where a.balance is distinct from case when c.limited then coalesce(total.balance, 0) end
  union all select 'checkpoint differs from the rows', null, c.seq, null, format('account %s', c.account)
    from (select *, lag(seq, 1, 0::bigint) over w as seq_before, lag(balance, 1, 0::bigint) over w as before from checkpoint window w as (partition by account order by seq)) c
    where balance <> before + movement(account, seq_before, seq) $$;

-- Empty means: everything is as it was written. Otherwise the first wrong row comes first.
create function verify() returns table (problem text, block bigint, seq bigint, entry bigint, detail text)
language sql stable security definer set search_path = ledger, pg_temp as $$
  select * from (select * from verify_chain() union all select * from verify_balances()) v order by entry nulls last, seq $$;

-- The chart's content. The routes are the product's promise: what is not listed cannot happen.

insert into currency values
  ('USD', 2), ('BTC', 8), ('USDT', 6),
  -- ETH in gwei. In wei a bigint ends at 9.2 ETH; in gwei at 9.2 billion ETH, more than exist. What is below one gwei is
  -- not booked: receipts round down, costs round up, so the chain never holds less than the books.
  ('ETH', 9);

insert into class values
  ('custody',            false, '^custody:[a-z0-9_-]+:[A-Z0-9]+$', 'coin or bank money we hold, one for each place and currency; mirrors something outside'),
  ('exchange',           false, '^exchange:[A-Z0-9]+$',            'one for each currency; links coin to dollars, its worth is the operator''s gain or loss'),
  ('plan_assets',        false, '^plan:[^:]+:assets$',             'what the firm has placed outside for a plan'),
  ('member_cash',        true,  '^member:[^:]+:cash$',             'owed to a member, free'),
  ('member_principal',   true,  '^member:[^:]+:principal$',        'owed to a member, in positions'),
  ('member_profit',      true,  '^member:[^:]+:profit$',           'owed to a member, returns paid'),
  ('member_hold_cash',   true,  '^member:[^:]+:hold_cash$',        'owed to a member, on its way out, came from cash'),
  ('member_hold_profit', true,  '^member:[^:]+:hold_profit$',      'owed to a member, on its way out, came from profit'),
  ('plan_income',        true,  '^plan:[^:]+:income$',             'what a plan has earned and not yet paid out'),
  ('suspense',           true,  '^suspense:[A-Z0-9]+$',            'arrived, and not matched to anybody yet'),
  ('promotion',          true,  '^promotion$',                     'operator''s money set aside for rewards'),
  ('equity',             true,  '^equity$',                        'operator''s own money'),
  ('fees',               true,  '^fees$',                          'fees earned');

insert into kind values
  ('deposit_confirmed'), ('deposit_reversed'), ('position_opened'), ('principal_redeemed'), ('capital_paid_in'),
  ('capital_paid_out'), ('income_recorded'), ('income_reversed'), ('loss_recorded'), ('return_paid'),
  ('withdrawal_held'), ('withdrawal_paid'), ('withdrawal_released'), ('suspense_received'), ('suspense_matched'),
  ('suspense_refunded'), ('assets_placed'), ('assets_returned'), ('assets_lost'), ('promotion_funded'),
  ('promotion_returned'), ('reward_paid'), ('fee_charged'), ('fees_taken'), ('network_fee_paid'), ('custody_moved'),
  ('converted'), ('adjusted');

-- with_custody: exchange accounts have no limit, so a bare 'exchange to member_cash' or 'exchange to plan_income' would be money
-- out of nothing. Such a row is accepted only if the same list moves custody (or spends suspense) in the same kind and reference.
-- needs_receipt: the leg by which something comes in from outside names its receipt, and no other leg names one.
-- needs_reason: what takes back, writes off or corrects says why.
insert into route (kind, debit_class, credit_class, with_custody, needs_receipt, needs_reason) values
  ('deposit_confirmed',   'custody',            'exchange',           false, true,  false), -- coin comes in
  ('deposit_confirmed',   'exchange',           'member_cash',        true,  false, false), -- dollars are owed for it
  ('deposit_confirmed',   'custody',            'member_cash',        false, true,  false), -- bank dollars need no exchange
  ('deposit_reversed',    'member_cash',        'exchange',           true,  false, true),  -- a chain reorganisation, a bank recall
  ('deposit_reversed',    'exchange',           'custody',            false, false, true),
  ('deposit_reversed',    'member_cash',        'custody',            false, false, true),
  ('position_opened',     'member_cash',        'member_principal',   false, false, false),
  ('principal_redeemed',  'member_principal',   'member_cash',        false, false, false),
  ('capital_paid_in',     'custody',            'exchange',           false, true,  false),
  ('capital_paid_in',     'exchange',           'equity',             true,  false, false),
  ('capital_paid_in',     'custody',            'equity',             false, true,  false),
  ('capital_paid_out',    'equity',             'exchange',           true,  false, true),
  ('capital_paid_out',    'exchange',           'custody',            false, false, true),
  ('capital_paid_out',    'equity',             'custody',            false, false, true),
  ('income_recorded',     'custody',            'exchange',           false, true,  false),
  ('income_recorded',     'exchange',           'plan_income',        true,  false, false),
  ('income_recorded',     'custody',            'plan_income',        false, true,  false),
  ('income_reversed',     'plan_income',        'exchange',           true,  false, true),
  ('income_reversed',     'exchange',           'custody',            false, false, true),
  ('income_reversed',     'plan_income',        'custody',            false, false, true),
  ('loss_recorded',       'plan_income',        'exchange',           true,  false, true),
  ('loss_recorded',       'member_principal',   'exchange',           true,  false, true),
  ('loss_recorded',       'exchange',           'custody',            false, false, true),  -- the coin that is gone leaves custody
  ('loss_recorded',       'plan_income',        'custody',            false, false, true),
  ('loss_recorded',       'member_principal',   'custody',            false, false, true),
  ('return_paid',         'plan_income',        'member_profit',      false, false, false),
  ('withdrawal_held',     'member_cash',        'member_hold_cash',   false, false, false),
  ('withdrawal_held',     'member_profit',      'member_hold_profit', false, false, false),
  ('withdrawal_paid',     'member_hold_cash',   'exchange',           true,  false, false),
  ('withdrawal_paid',     'member_hold_profit', 'exchange',           true,  false, false),
  ('withdrawal_paid',     'exchange',           'custody',            false, false, false),
  ('withdrawal_paid',     'member_hold_cash',   'custody',            false, false, false),
  ('withdrawal_paid',     'member_hold_profit', 'custody',            false, false, false),
  ('withdrawal_released', 'member_hold_cash',   'member_cash',        false, false, false), -- back to where it came from
  ('withdrawal_released', 'member_hold_profit', 'member_profit',      false, false, false),
  ('suspense_received',   'custody',            'suspense',           false, true,  false),
  ('suspense_matched',    'suspense',           'exchange',           false, false, false),
  ('suspense_matched',    'exchange',           'member_cash',        true,  false, false),
  ('suspense_matched',    'suspense',           'member_cash',        false, false, false),
  ('suspense_refunded',   'suspense',           'custody',            false, false, true),
  ('assets_placed',       'plan_assets',        'exchange',           true,  false, false),
  ('assets_placed',       'exchange',           'custody',            false, false, false),
  ('assets_placed',       'plan_assets',        'custody',            false, false, false),
  ('assets_returned',     'custody',            'exchange',           false, true,  false),
  ('assets_returned',     'exchange',           'plan_assets',        true,  false, false),
  ('assets_returned',     'custody',            'plan_assets',        false, true,  false),
  ('assets_lost',         'plan_income',        'plan_assets',        false, false, true),
  ('assets_lost',         'member_principal',   'plan_assets',        false, false, true),
  ('assets_lost',         'equity',             'plan_assets',        false, false, true),
  ('promotion_funded',    'equity',             'promotion',          false, false, false),
  ('promotion_returned',  'promotion',          'equity',             false, false, false),
  ('reward_paid',         'promotion',          'member_cash',        false, false, false),
  ('fee_charged',         'member_hold_cash',   'fees',               false, false, false),
  ('fee_charged',         'member_hold_profit', 'fees',               false, false, false),
  ('fees_taken',          'fees',               'equity',             false, false, false),
  ('network_fee_paid',    'equity',             'exchange',           true,  false, false), -- gas leaves custody, or the books drift from the chain
  ('network_fee_paid',    'fees',               'exchange',           true,  false, false),
  ('network_fee_paid',    'exchange',           'custody',            false, false, false),
  ('custody_moved',       'custody',            'custody',            false, false, false), -- hot to cold wallet
  ('converted',           'exchange',           'custody',            false, false, true),  -- coin sold, dollars received
  ('converted',           'custody',            'exchange',           false, false, true),
  ('adjusted',            'equity',             'member_cash',        false, false, true),
  ('adjusted',            'member_cash',        'equity',             false, false, true);

select open_account('equity', 'equity', 'USD'), open_account('promotion', 'promotion', 'USD'), open_account('fees', 'fees', 'USD');
select open_account('exchange:' || code, 'exchange', code), open_account('suspense:' || code, 'suspense', code) from currency order by code;
select open_account('custody:bank:USD', 'custody', 'USD');
select open_account('custody:hot:' || code, 'custody', code) from currency where code <> 'USD' order by code;

-- Privileges: the application's role also runs the sealer and verify, which only add seals and read.
create view accounts as select id, code, class, currency, owner, balance, opened_at, closed_at from account;
create view entries as select * from journal;
create view receipts as select r.*, j.id as consumed_by from receipt r left join journal j on j.receipt = r.id;
create view routes as select * from route;
revoke all on all functions in schema ledger from public;
grant usage on schema ledger to candor_app;
grant select on accounts, entries, receipts, routes, trial_balance, seal_block, seal_run, currency, class to candor_app;
grant execute on function post, post_groups, open_account, close_account, record_receipt, balance, balance_at, seq_at, seq_of, statement,
  seal, write_checkpoints, verify, verify_chain, verify_balances to candor_app;
