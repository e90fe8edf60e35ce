-- Two more fences in posting, both in SQL. A kind that needs a second admin is refused without an approval of exactly these
-- transfers; and frozen books take nothing. Rows posted before this migration keep their hashes.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then execute format('grant ledger_owner to %I', current_user); end if;
exception when insufficient_privilege then null;
end $$;
set role ledger_owner;
set search_path = ledger;

-- What needs an approval

alter table route add column approval_from bigint check (approval_from >= 0);  -- minor units; 0: always, null: never
update route set approval_from = 0 where kind in ('capital_paid_in', 'capital_paid_out', 'income_recorded', 'income_reversed', 'loss_recorded',
  'assets_placed', 'assets_returned', 'assets_lost', 'promotion_funded', 'promotion_returned', 'suspense_refunded', 'deposit_reversed', 'converted',
  'custody_moved');
update route set approval_from = 100000 where kind = 'adjusted';
update route set approval_from = 10000 where kind = 'network_fee_paid' and debit_class in ('equity', 'fees');
-- Who bears a loss follows from the positions of the day it is decided on: approved is its total, not each member's share.
alter table route add column spread boolean not null default false;
update route set spread = true where kind in ('loss_recorded', 'assets_lost') and debit_class = 'member_principal';
-- Dollars that coin was sold for came in from outside like any other.
update route set needs_receipt = true where kind = 'converted' and debit_class = 'custody';

-- Coin that leaves custody leaves for dollars that are written down beside it.
alter table route add column with_dollars boolean not null default false;
update route set with_dollars = true where debit_class = 'exchange' and credit_class = 'custody';

-- From which entry on a kind needed an approval from which amount: what verify() holds each row against.
create table approval_rule (kind text, debit_class text, credit_class text, since_entry bigint, from_amount bigint not null,
  primary key (kind, debit_class, credit_class, since_entry, from_amount), foreign key (kind, debit_class, credit_class) references route);
insert into approval_rule select kind, debit_class, credit_class, (select coalesce(max(entry), 0) + 1 from journal), approval_from from route where approval_from is not null;

create trigger append_only before update or delete on approval_rule for each row execute function append_only();
create trigger never_truncated before truncate on approval_rule execute function append_only();

-- Whether a statement sees what was committed before it began: what posts, thaws or tightens reads the latest, or it reads past a fence.
create function assert_latest() returns void language plpgsql as $$ begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'LG017 the books are written in read committed transactions only' using errcode = 'LG017'; end if;
end $$;

-- Makes a kind that knows approvals need one from a smaller amount on; a larger one is no change. Live asks for it at its start.
create function tighten(kind text, from_amount bigint) returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_variable
begin
  perform assert_latest();
  if from_amount < 0 or not exists (select from route r where r.kind = kind and (r.approval_from is not null or r.kind = 'suspense_matched')) then
    raise exception 'LG004 this kind takes no approval, or the amount is below zero' using errcode = 'LG004'; end if;
  lock table journal in share row exclusive mode;                     -- postings that are open still follow the old rule
  with stricter as (update route r set approval_from = from_amount where r.kind = kind and coalesce(r.approval_from > from_amount, true) returning r.*)
  insert into approval_rule select t.kind, t.debit_class, t.credit_class, (select coalesce(max(entry), 0) + 1 from journal), from_amount from stricter t
    on conflict on constraint approval_rule_pkey do nothing;
end $$;

alter type transfer add attribute approval text;
alter table journal add column approval text;
create index journal_approval on journal (approval) where approval is not null;
create table approval_use (approval text primary key);                -- an approval posts once
create trigger append_only before update or delete on approval_use for each row execute function append_only();
create trigger never_truncated before truncate on approval_use execute function append_only();
alter table journal add constraint effective_is_a_day check (effective between '2000-01-01' and '2199-12-31');
-- What came in is known by one spelling.
alter table receipt add constraint reference_is_plain check (reference = btrim(reference) and (source not in ('BTC', 'ETH', 'USDT') or reference = lower(reference))) not valid;
-- Rows from here on are sealed with the codes of their accounts.
create table leaf_rule (single_row boolean primary key default true check (single_row), since_entry bigint not null);
insert into leaf_rule select true, coalesce(max(entry), 0) + 1 from journal;
create trigger append_only before update or delete on leaf_rule for each row execute function append_only();
create trigger never_truncated before truncate on leaf_rule execute function append_only();

-- What a list will do, apart from when and by whose hand: an approval is bound to it.
create function posting_hash(list transfer[]) returns bytea language sql stable security definer set search_path = ledger, pg_temp as $$
  select sha256(convert_to(json_agg(line order by line::text collate "C")::text, 'UTF8')) from (
    select json_build_array(l.kind, case when r.spread then d.class else l.debit end, l.credit, sum(l.amount)::text, l.reference, l.reason, l.receipt,
      case when not coalesce(r.spread, false) then l.id end) as line
    from unnest(list) l left join account d on d.code = l.debit left join account c on c.code = l.credit
    left join route r on (r.kind, r.debit_class, r.credit_class) = (l.kind, d.class, c.class)
    group by l.kind, case when r.spread then d.class else l.debit end, l.credit, l.reference, l.reason, l.receipt,
      case when not coalesce(r.spread, false) then l.id end) as lines $$;

-- Whether one approval, granted by somebody else than proposed it, is of exactly this list and has posted nothing yet. It holds
-- the decision's row, so that of two lists that want one approval at once the second sees the first.
create function allowed(list transfer[]) returns boolean language plpgsql as $$
declare named text := list[1].approval; begin
  if exists (select from unnest(list) l where l.approval is distinct from named) then return false; end if;
  perform from approvals.decision d where d.proposal = named for update;
  return exists (select from approvals.proposal p join approvals.decision d on d.proposal = p.id
      where p.id = named and d.approved and d.decided_by <> p.proposed_by and d.content_hash = p.content_hash and p.posting_hash = posting_hash(list))
    and not exists (select from approval_use u where u.approval = named);
end $$;

-- Frozen books

create table book_freeze (                                                 -- every time the books were frozen
  id         bigint generated always as identity primary key,
  because    text not null check (because <> ''),
  frozen_at  timestamptz not null);
create table book_thaw (                                                   -- and who agreed to go on
  freeze_id  bigint primary key references book_freeze,
  approval   text not null unique,
  thawed_at  timestamptz not null);
create trigger append_only before update or delete on book_freeze for each row execute function append_only();
create trigger append_only before update or delete on book_thaw for each row execute function append_only();
create trigger never_truncated before truncate on book_freeze execute function append_only();
create trigger never_truncated before truncate on book_thaw execute function append_only();
create table state (single_row boolean primary key default true check (single_row), frozen boolean not null) with (fillfactor = 10);
insert into state values (true, false);
create trigger never_truncated before delete or truncate on state execute function append_only();

-- Stops all posting at once; frozen books stay as they were frozen first. Answers the freeze's number.
create function freeze_books(because text, at timestamptz) returns bigint language plpgsql security definer set search_path = ledger, pg_temp as $$
declare number bigint; begin
  perform from state for update;
  select max(f.id) into number from book_freeze f where not exists (select from book_thaw t where t.freeze_id = f.id);
  if number is null then
    insert into book_freeze (because, frozen_at) values (freeze_books.because, at) returning id into number;
    update state set frozen = true;
  end if;
  return number;
end $$;

-- Lets posting go on, by an approval of exactly this freeze: its proposal's subject is 'freeze_<number>'.
create function thaw_books(approval text, at timestamptz) returns void language plpgsql security definer set search_path = ledger, pg_temp as $$
declare number bigint; begin
  perform assert_latest();
  perform from state for update;
  select max(f.id) into number from book_freeze f where not exists (select from book_thaw t where t.freeze_id = f.id);
  if number is null then raise exception 'LG016 the books are not frozen' using errcode = 'LG016'; end if;
  if not exists (select from approvals.proposal p join approvals.decision d on d.proposal = p.id where p.id = thaw_books.approval
      and p.act = 'books.unfreeze' and p.subject_id = 'freeze_' || number and d.approved and d.decided_by <> p.proposed_by) then
    raise exception 'LG014 unfreezing needs an approval of its own' using errcode = 'LG014'; end if;
  insert into book_thaw values (number, thaw_books.approval, at);
  update state set frozen = false;
end $$;

-- Posting, with both

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
  codes     text[];                                                   -- its limited accounts, locked, and
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
  select array_agg(a.code), array_agg(a.balance), (select frozen from state) into codes, balances, shut from (
    select a.code, a.balance from account a where a.code = any (named) and a.balance is not null order by a.code for no key update) a;
  if shut then raise exception 'LG015 the books are frozen' using errcode = 'LG015'; end if;
  if asked then granted := allowed(list); end if;
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
        -- A threshold is for all legs of a kind together, or many small ones would pass below it.
        and (l.approval is not null or r.approval_from is null or (select sum(o.amount) from unnest(list) o where o.kind = l.kind) < r.approval_from)
        and (l.approval is null or granted)
        and r.needs_receipt = (l.receipt is not null) and (l.receipt is null or fits(l.receipt, d.currency, l.amount))
      order by l.position on conflict (id) do nothing
      returning j.id, j.entry, false, j.debit_balance, j.credit_balance;
    get diagnostics posted = row_count;
  end if;
  if posted = size and size > 0 then
    if codes is not null then
      update account a set balance = balances[width_bucket(a.code, codes)] where a.code = any (codes);
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

-- Whether exactly this list was posted before. Refuses one with other content, or of which a part was posted.
create or replace function known(list transfer[]) returns boolean
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
  found integer;
  same  integer;
begin
  select count(*), count(*) filter (where (l.kind, l.debit, l.credit, l.amount, l.effective, l.reference)
      = (j.kind, d.code, c.code, j.amount, j.effective, j.reference) and l.receipt is not distinct from j.receipt
      and l.approval is not distinct from j.approval)
    into found, same from unnest(list) l cross join lateral (select * from journal where id = l.id offset 0) j
    join account d on d.id = j.debit join account c on c.id = j.credit;
  if found > 0 and same < cardinality(list) then
    raise exception 'LG005 id was used before with other content, or only for part of this list' using errcode = 'LG005';
  end if;
  return found > 0;
end $$;

-- Says what is wrong with a list of which only some rows, or none, could be posted.
drop function refuse(transfer[], boolean, integer);
create function refuse(list transfer[], covered boolean, granted boolean, posted integer) returns void language plpgsql as $$
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
      when r.needs_reason and coalesce(btrim(l.reason), '') = '' then format('LG009 %s needs a reason', l.kind)
      when r.with_custody and not exists (select from unnest(list) o where (o.debit like 'custody:%' or o.credit like 'custody:%' or o.debit like 'suspense:%')
          and (o.kind, o.reference) = (l.kind, l.reference))
        then format('LG010 %s from %s to %s needs a custody leg of the same kind and reference beside it', l.kind, d.class, c.class)
      when r.with_dollars and d.currency <> 'USD' and not exists (select from unnest(list) o where 'exchange:USD' in (o.debit, o.credit) and (o.kind, o.reference) = (l.kind, l.reference))
        then format('LG010 %s from %s to %s needs a dollar leg of the same kind and reference beside it', l.kind, d.class, c.class)
      when r.needs_receipt <> (l.receipt is not null)
        then format('LG011 %s from %s %s a receipt', l.kind, d.class, case when r.needs_receipt then 'needs' else 'takes no' end)
      when l.receipt is not null and (p.currency, p.amount) is distinct from (d.currency, l.amount)
        then 'LG011 receipt is unknown, or differs in currency or amount'
      when l.approval is null and (select sum(o.amount) from unnest(list) o where o.kind = l.kind) >= r.approval_from then format('LG014 %s needs an approval', l.kind)
      when l.approval is not null and not granted
        then 'LG014 the approval is unknown, not granted by another, of other content, or was used before'
      when exists (select from journal where receipt = l.receipt and id <> l.id) then 'LG012 receipt was used before'
    end as verdict
  from unnest(list) with ordinality as l (id, kind, debit, credit, amount, effective, reference, actor, reason, receipt, approval, position)
  left join account d on d.code = l.debit left join account c on c.code = l.credit
  left join route r on (r.kind, r.debit_class, r.credit_class) = (l.kind, d.class, c.class) left join receipt p on p.id = l.receipt) v
  order by verdict is null, position limit 1;
  refusal := coalesce(refusal, case
    when not covered then 'LG002 insufficient balance'
    when posted > 0 then 'LG005 a part of this list was posted before'
    else '40001 the same is being posted at this moment' end);
  raise exception '% (transfer %)', refusal, place using errcode = left(refusal, 5);
end $$;

-- Sealing

-- What a row's hash covers, its receipt and its approval included: a JSON array of strings that any language can rebuild.
-- A row without an approval has the hash that it had before approvals were known.
create function receipt_line(r receipt) returns json language sql stable as $$
  select case when r.id is not null then json_build_array(r.id, r.source, r.reference, r.output_index::text, r.currency, r.amount::text,
    (extract(epoch from r.arrived_at) * 1000000)::bigint::text, r.recorded_by) end $$;
create function approval_line(p approvals.proposal, d approvals.decision) returns json language sql stable as $$
  select case when p.id is not null then json_build_array(p.id, p.act, p.subject_id, encode(p.content_hash, 'hex'), encode(p.posting_hash, 'hex'), p.proposed_by,
    (extract(epoch from p.proposed_at) * 1000000)::bigint::text, d.approved::text, d.decided_by, (extract(epoch from d.decided_at) * 1000000)::bigint::text) end $$;
-- By columns and without a query in it, so that the planner writes it into the statement that asks. `codes`: of a row from leaf_rule on.
create function leaf_of(entry bigint, id uuid, kind text, debit bigint, credit bigint, amount bigint, debit_balance bigint, credit_balance bigint,
  effective date, posted_at timestamptz, reference text, actor text, reason text, receipt json, approval json, debit_code text, credit_code text, codes boolean)
returns bytea language sql stable as $$
  select sha256(convert_to(case when codes
    then json_build_array(entry::text, id, kind, debit::text, credit::text, amount::text, debit_balance::text, credit_balance::text, effective,
      (extract(epoch from posted_at) * 1000000)::bigint::text, reference, actor, reason, receipt, approval, debit_code, credit_code)
    else json_build_array(entry::text, id, kind, debit::text, credit::text, amount::text, debit_balance::text, credit_balance::text, effective,
      (extract(epoch from posted_at) * 1000000)::bigint::text, reference, actor, reason, receipt) end::text, 'UTF8')) $$;
create or replace function leaf(j journal) returns bytea language sql stable as $$
  select ledger.leaf_of(j.entry, j.id, j.kind, j.debit, j.credit, j.amount, j.debit_balance, j.credit_balance, j.effective, j.posted_at, j.reference, j.actor,
    j.reason, (select ledger.receipt_line(r) from ledger.receipt r where r.id = j.receipt),
    (select ledger.approval_line(p, d) from approvals.proposal p join approvals.decision d on d.proposal = p.id where p.id = j.approval),
    (select code from ledger.account a where a.id = j.debit), (select code from ledger.account a where a.id = j.credit),
    j.entry >= (select since_entry from ledger.leaf_rule)) $$;

create or replace view sealed_journal as
  select run.first_seq + j.entry - run.first_entry as seq, run.block, j.*
  from seal_run run join journal j on j.entry between run.first_entry and run.last_entry;
create or replace view unsealed_journal as                            -- above the highest sealed entry, or in a gap below it
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
create or replace function seal(at_most integer default 10000) returns bigint
language plpgsql security definer set search_path = ledger, pg_temp set jit = off
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_mergejoin = off as $$
declare
  last     seal_block;
  next     seal_block;
  highest  bigint;
  upto     bigint;
  fresh    record;
  since    bigint := (select since_entry from leaf_rule);
begin
  if pg_current_xact_id_if_assigned() is not null then raise exception 'seal() must come first in its transaction'; end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal', 0));  -- one sealer at a time; takes no transaction id
  select * into last from seal_block order by block desc limit 1;
  highest := coalesce((select highest_entry from seal_run order by first_seq desc limit 1), 0);
  upto := coalesce((select max(entry) from (select entry from journal where entry > highest order by entry limit at_most) next), highest);
  -- One statement, so one snapshot.
  select count(*) as rows, coalesce(range_agg(int8range(entry, entry, '[]')), '{}') as entries, sha256(string_agg(leaf, '' order by entry)) as digest,
      string_agg(substr(leaf, 1, 4), '' order by entry) as fingerprints, pg_snapshot_xmin(pg_current_snapshot()) as oldest_open
    into fresh from (select u.entry, leaf_of(u.entry, u.id, u.kind, u.debit, u.credit, u.amount, u.debit_balance, u.credit_balance, u.effective, u.posted_at,
        u.reference, u.actor, u.reason, receipt_line(r), approval_line(p, d), da.code, ca.code, u.entry >= since) as leaf
      from unsealed_journal u left join receipt r on r.id = u.receipt left join approvals.proposal p on p.id = u.approval
      left join approvals.decision d on d.proposal = u.approval left join account da on da.id = u.debit left join account ca on ca.id = u.credit where u.entry <= upto offset 0) u;
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

create or replace view entries as select * from journal;
create or replace view routes as select * from route;
create view leaf_rules as select since_entry from leaf_rule;
create view freezes as select f.id, f.because, f.frozen_at, t.approval, t.thawed_at from book_freeze f left join book_thaw t on t.freeze_id = f.id;

-- Recomputes the chain from a block on, and names each row that is not as it was sealed.
create or replace function verify_chain(from_block bigint default 1) returns table (problem text, block bigint, seq bigint, entry bigint, detail text)
language sql stable security definer set search_path = ledger, pg_temp set work_mem = '256MB' set jit = off as $$
  with link as (
    select b.*, block_hash(b) as hash_now, lag(hash, 1, sha256('ledger')) over (order by block) as hash_before,
      lag(block, 1, 0::bigint) over (order by block) as block_before, lag(last_seq, 1, 0::bigint) over (order by block) as seq_before from seal_block b),
  content as materialized (
    select run.block, count(j.entry) as rows, sha256(string_agg(leaf_of(j.entry, j.id, j.kind, j.debit, j.credit, j.amount, j.debit_balance, j.credit_balance,
      j.effective, j.posted_at, j.reference, j.actor, j.reason, receipt_line(r), approval_line(p, d), da.code, ca.code, j.entry >= (select since_entry from leaf_rule)), '' order by j.entry)) as digest
    from seal_run run left join journal j on j.entry between run.first_entry and run.last_entry left join receipt r on r.id = j.receipt
    left join approvals.proposal p on p.id = j.approval left join approvals.decision d on d.proposal = j.approval
    left join account da on da.id = j.debit left join account ca on ca.id = j.credit where run.block >= from_block group by run.block),
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
create or replace function verify_balances() returns table (problem text, block bigint, seq bigint, entry bigint, detail text)
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
    left join receipt p on p.id = row.receipt left join approvals.decision a on a.proposal = row.approval left join approvals.proposal o on o.id = row.approval
    where r.kind is null or d.currency <> c.currency or (r.needs_reason and coalesce(row.reason, '') = '') or r.needs_receipt <> (row.receipt is not null)
      or (r.needs_receipt and (p.currency, p.amount) is distinct from (d.currency, row.amount))
      or (row.approval is null and exists (select from approval_rule u where (u.kind, u.debit_class, u.credit_class) = (row.kind, d.class, c.class) and u.since_entry <= row.entry and u.from_amount <= row.amount))
      or (row.approval is not null and (not coalesce(a.approved, false) or a.decided_by = o.proposed_by or o.posting_hash is null))
  union all select 'approval is not of the rows that name it', null, null, g.entry, g.approval
    from (select min(j.entry) as entry, j.approval, array_agg(row(j.id, j.kind, d.code, c.code, j.amount, j.effective, j.reference, j.actor, j.reason, j.receipt, j.approval)::transfer) as list
      from journal j join account d on d.id = j.debit join account c on c.id = j.credit where j.approval is not null group by j.approval) g
    left join approvals.proposal p on p.id = g.approval where p.posting_hash is distinct from posting_hash(g.list) or not exists (select from approval_use u where u.approval = g.approval)
  union all select 'account is not what its code says', null, null, null, a.code from account a join class c on c.name = a.class
    where a.code !~ c.form or a.currency <> case when a.code ~ ':(BTC|ETH|USDT|USD)$' then substring(a.code from '[A-Z]+$') else 'USD' end
      or (a.code like 'member:%' and a.owner is distinct from split_part(a.code, ':', 2))
  union all select 'account differs from its rows', null, null, null, format('account %s: %s, rows say %s', a.code, a.balance, coalesce(total.balance, 0))
    from account a left join total on total.account = a.id join class c on c.name = a.class
    where a.balance is distinct from case when c.limited then coalesce(total.balance, 0) end
  union all select 'checkpoint differs from the rows', null, c.seq, null, format('account %s', c.account)
    from (select *, lag(seq, 1, 0::bigint) over w as seq_before, lag(balance, 1, 0::bigint) over w as before from checkpoint window w as (partition by account order by seq)) c
    where balance <> before + movement(account, seq_before, seq) $$;

revoke all on function receipt_line, approval_line, leaf_of, assert_latest, refuse, tighten, posting_hash, allowed, freeze_books, thaw_books from public;
grant select on freezes, leaf_rules to candor_app;
grant execute on function tighten, posting_hash, freeze_books, thaw_books to candor_app;
