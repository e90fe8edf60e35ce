-- Whether the books are right: LEDGER's invariants, each a query. Checked are the rows that were sealed after a number, those that
-- aren't sealed yet, and everything they touch; after 0 that is everything. Empty means: nothing is wrong.
--   1 debits equal credits in each currency   2 a balance equals its rows   3 no limited account below zero
--   4 returns paid <= income recorded         5 numbers without gaps, chain intact
--   6 deposits and withdrawals agree with the journal   7 owed to members as witnessed
--   8 an event posted once   9 positions agree with principal   10 promotion spent <= funded
--   11 no row without actor and kind, none against the chart
-- 12 (custody equals the outside, or a break is open) compares what treasury keeps and needs no SQL of its own.
set role ledger_owner;
set search_path = ledger;

-- Rows that were sealed after a number (a block's last), and those that aren't sealed yet.
create function fresh_rows(after_seq bigint) returns setof journal
language sql stable security definer set search_path = ledger, pg_temp set jit = off as $$
  select j.* from (select * from seal_run where first_seq > after_seq) run
    cross join lateral (select * from journal where entry between run.first_entry and run.last_entry offset 0) j
  union all select * from unsealed_journal $$;

-- 1, 2, 3, 8 and 11: of the rows after a number and the accounts that they touch.
create function check_rows(after_seq bigint) returns table (invariant integer, problem text, subject text)
language sql stable security definer set search_path = ledger, pg_temp set jit = off set work_mem = '64MB' as $$
  with fresh as materialized (select * from fresh_rows(after_seq)),
  leg as materialized (
    select fresh.entry, account, change, balance_after
    from fresh cross join lateral (values (debit, -amount, debit_balance), (credit, amount, credit_balance)) as leg (account, change, balance_after)),
  -- What a limited account held before each of its rows: read from the row before it, whichever side it was on.
  followed as (
    select leg.entry, a.code, leg.balance_after, leg.change, coalesce((select balance from (
        (select entry, debit_balance as balance from journal where debit = leg.account and entry < leg.entry order by entry desc limit 1)
        union all
        (select entry, credit_balance from journal where credit = leg.account and entry < leg.entry order by entry desc limit 1)) b
      order by entry desc limit 1), 0) as before
    from leg join account a on a.id = leg.account where a.balance is not null),
  touched as (
    select a.id, a.code, a.class, a.balance, coalesce((select balance from (
        (select entry, debit_balance as balance from journal where debit = a.id order by entry desc limit 1)
        union all
        (select entry, credit_balance from journal where credit = a.id order by entry desc limit 1)) b
      order by entry desc limit 1), 0) as last
    from account a where a.balance is not null and a.id in (select account from leg))
  select 1, 'debit and credit differ in currency', f.entry::text from fresh f join account d on d.id = f.debit join account c on c.id = f.credit
    where d.currency <> c.currency
  union all select 2, format('%s: running balance %s does not follow from %s', code, balance_after, before), entry::text from followed
    where balance_after is distinct from before + change
  union all select 2, format('balance %s, its rows say %s', balance, last), code from touched where balance <> last
  union all select 3, 'balance is below zero', code from touched where balance < 0 or last < 0
  union all select case class when 'plan_income' then 4 else 10 end, 'more went out than came in', code from touched
    where class in ('plan_income', 'promotion') and last < 0
  union all select 8, 'event was posted more than once', f.id::text from (select distinct id from fresh) f
    where (select count(*) from journal j where j.id = f.id) > 1
  union all select 8, 'receipt was used more than once', f.receipt from (select distinct receipt from fresh where receipt is not null) f
    where (select count(*) from journal j where j.receipt = f.receipt) > 1
  union all select 11, 'row has no actor or kind', entry::text from fresh where coalesce(actor, '') = '' or coalesce(kind, '') = ''
  union all select 11, format('%s from %s to %s is against the chart', f.kind, d.code, c.code), f.entry::text
    from fresh f left join account d on d.id = f.debit left join account c on c.id = f.credit
    left join route r on (r.kind, r.debit_class, r.credit_class) = (f.kind, d.class, c.class)
    where r.kind is null or (r.needs_reason and coalesce(f.reason, '') = '') or r.needs_receipt <> (f.receipt is not null)
      or (f.approval is null and exists (select from approval_rule u where (u.kind, u.debit_class, u.credit_class) = (f.kind, d.class, c.class) and u.since_entry <= f.entry and u.from_amount <= f.amount))
$$;

-- 5: the blocks after a number, and that they follow from the one before.
create function check_chain(after_seq bigint) returns table (invariant integer, problem text, subject text)
language sql stable security definer set search_path = ledger, pg_temp set jit = off as $$
  with link as (
    select b.*, block_hash(b) as hash_now, lag(b.hash, 1, coalesce((select o.hash from seal_block o where o.last_seq <= after_seq order by o.block desc limit 1), sha256('ledger'))) over w as hash_before,
      lag(b.last_seq, 1, after_seq) over w as seq_before
    from seal_block b where b.first_seq > after_seq window w as (order by b.block)),
  content as (
    select run.block, count(j.entry) as rows, sha256(string_agg(leaf_of(j.entry, j.id, j.kind, j.debit, j.credit, j.amount, j.debit_balance, j.credit_balance,
      j.effective, j.posted_at, j.reference, j.actor, j.reason, receipt_line(r), approval_line(p, d), da.code, ca.code, j.entry >= (select since_entry from leaf_rule)), '' order by j.entry)) as digest
    from seal_run run left join lateral (select * from journal where entry between run.first_entry and run.last_entry offset 0) j on true
    left join receipt r on r.id = j.receipt left join approvals.proposal p on p.id = j.approval left join approvals.decision d on d.proposal = j.approval
    left join account da on da.id = j.debit left join account ca on ca.id = j.credit where run.first_seq > after_seq group by run.block),
  run as (select r.*, lag(r.first_seq + r.last_entry - r.first_entry + 1, 1, after_seq + 1) over (order by r.first_seq) as expected_seq
    from seal_run r where r.first_seq > after_seq)
  select 5, 'block does not follow from the one before', block::text from link where hash <> hash_now or previous_hash <> hash_before or first_seq <> seq_before + 1
  union all select 5, 'block differs from its rows', l.block::text from link l left join content c using (block)
    where c.digest is distinct from l.digest or c.rows is distinct from l.last_seq - l.first_seq + 1
  union all select 5, 'numbers have a gap', first_seq::text from run where first_seq <> expected_seq $$;

-- 1, 3, 4, 8, 10 and 11 over everything, by sums and scans that share nothing with the running balances.
create function check_sums() returns table (invariant integer, problem text, subject text)
language sql stable security definer set search_path = ledger, pg_temp set jit = off set work_mem = '256MB' as $$
  with moved as materialized (
    select account, kind, sum(change) as change from (
      select debit as account, kind, -sum(amount) as change from journal group by debit, kind
      union all select credit, kind, sum(amount) from journal group by credit, kind) m group by account, kind),
  flow as (select a.code, a.class, sum(m.change) filter (where m.change > 0) as came, -sum(m.change) filter (where m.change < 0) as went
    from moved m join account a on a.id = m.account where a.class in ('plan_income', 'promotion') group by a.code, a.class)
  select 1, format('all accounts together hold %s', sum(m.change)), a.currency from moved m join account a on a.id = m.account group by a.currency having sum(m.change) <> 0
  union all select 1, 'an account is in no currency', m.account::text from moved m where not exists (select from account a where a.id = m.account)
  union all select case class when 'plan_income' then 4 else 10 end, format('%s went out, %s came in', went, came), code from flow where went > coalesce(came, 0)
  union all select 3, 'balance is below zero', code from account where balance < 0
  union all select 11, 'row has no actor or kind', entry::text from journal where coalesce(actor, '') = '' or coalesce(kind, '') = ''
  union all select 8, 'events are not unique', (count(*) - count(distinct id))::text from journal having count(*) <> count(distinct id) $$;

create function owed_at(seq bigint) returns bigint language sql stable security definer set search_path = ledger, pg_temp as $$
  select coalesce(sum(balance), 0)::bigint from trial_balance_at(seq) where class like 'member\_%' $$;

revoke all on function fresh_rows, check_rows, check_chain, check_sums, owed_at from public;
grant execute on function fresh_rows, check_rows, check_chain, check_sums, owed_at to candor_app;
reset role;
set search_path = public;

-- Each look at the books, and what it found. A look that found nothing is where the next one begins.
-- Who looks takes this row, so that one is enough; who only reads can't hold it.
create table books_turn (whole boolean primary key);
insert into books_turn values (true), (false);
grant select, update on books_turn to candor_app;

create table books_check (
  id          bigint generated always as identity primary key,
  whole       boolean not null,                                       -- false: only what came since the last one
  after_seq   bigint not null,
  upto_seq    bigint not null check (upto_seq >= after_seq),
  started_at  timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  problems    jsonb not null check (jsonb_typeof(problems) = 'array'),
  -- Of these, what two admins have looked into and let stand.
  known       jsonb not null check (jsonb_typeof(known) = 'array'));
create index books_check_good on books_check (id desc) where problems = '[]';
-- What two admins agreed to let stand when they let money move again: it goes on being found and shown, and freezes no more.
create table books_known (
  problem     text primary key,                                       -- invariant, words and subject in one
  approval    text not null,
  known_at    timestamptz not null);
create trigger books_known_append_only before update or delete on books_known for each row execute function refuse_rewriting();
create trigger books_known_never_emptied before truncate on books_known for each statement execute function refuse_rewriting();

-- The head of the chain as it was told outside the database, once a day.
create table books_witness (
  day         date primary key,
  block       bigint not null,
  seq         bigint not null,
  hash        text not null check (hash ~ '^[0-9a-f]{64}$'),
  owed        bigint not null,                                        -- to all members, in cents, at that number
  told_at     timestamptz not null);
create trigger books_check_append_only before update or delete on books_check for each row execute function refuse_rewriting();
create trigger books_check_never_emptied before truncate on books_check for each statement execute function refuse_rewriting();
create trigger books_witness_append_only before update or delete on books_witness for each row execute function refuse_rewriting();
create trigger books_witness_never_emptied before truncate on books_witness for each statement execute function refuse_rewriting();
grant select on books_check, books_witness, books_known to candor_app;

-- Notes a look. It can't claim to have reached beyond the chain.
create function note_check(whole boolean, after_seq bigint, upto_seq bigint, started_at timestamptz, finished_at timestamptz, problems jsonb, known jsonb)
returns void language plpgsql security definer set search_path = public, pg_temp as $$ begin
  if upto_seq > coalesce((select max(last_seq) from ledger.seal_block), 0) then
    raise exception 'a look reaches no further than the chain' using errcode = 'check_violation'; end if;
  insert into books_check (whole, after_seq, upto_seq, started_at, finished_at, problems, known)
    values (note_check.whole, note_check.after_seq, note_check.upto_seq, note_check.started_at, note_check.finished_at, note_check.problems, note_check.known);
end $$;
-- Notes what is told outside on a day: what the database itself says of a block.
create function note_witness(day date, block bigint, told_at timestamptz) returns setof books_witness
language sql security definer set search_path = public, pg_temp as $$
  insert into books_witness select note_witness.day, b.block, b.last_seq, encode(b.hash, 'hex'), ledger.owed_at(b.last_seq), note_witness.told_at
  from ledger.seal_block b where b.block = note_witness.block returning * $$;
-- Lets problems stand, by the approval that thawed the books, which names them.
create function note_known(approval text, known_at timestamptz) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into books_known select problem, note_known.approval, note_known.known_at
  from approvals.proposals p, jsonb_array_elements_text(p.content::jsonb -> 'problems') as problem
  where p.id = note_known.approval and p.act = 'books.unfreeze' and p.approved
    and exists (select from ledger.freezes f where f.approval = note_known.approval) on conflict do nothing $$;
revoke all on function note_check, note_witness, note_known from public;
grant execute on function note_check, note_witness, note_known to candor_app;

-- 6, for one deposit or all: a completed one has one event of what was credited and at most one position; no other has any.
create function check_deposits(only_ids text[]) returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  select 6, format('%s, credited %s: the journal has %s events of %s', d.status, d.credited, j.events, j.amount), d.id
  from deposit d
  left join ledger.accounts a on a.code = 'member:' || d.member_id || ':cash'
  cross join lateral (select count(*) as events, coalesce(sum(e.amount), 0) as amount from ledger.entries e
    where e.credit = a.id and e.kind = 'deposit_confirmed' and e.reference = d.id) j
  where (only_ids is null or d.id = any (only_ids))
    and case when d.status = 'completed' then j.events <> 1 or j.amount <> d.credited else j.events <> 0 end
  union all
  select 6, format('has %s positions, says %s', count(p.id), coalesce(max(d.position_id), 'none')), d.id
  from deposit d left join position p on p.deposit_id = d.id
  where only_ids is null or d.id = any (only_ids) group by d.id
  having count(p.id) > 1 or max(p.id) is distinct from max(d.position_id) $$;

-- 6, for withdrawals: what was held is still held while one is open, and was either paid or given back, never both.
create function check_withdrawals(only_ids text[]) returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  select 6, format('%s, of %s: held %s, given back %s, paid out %s', w.status, w.amount, j.held, j.released, j.paid), w.id
  from withdrawal w
  left join ledger.accounts a on a.code = 'member:' || w.member_id || case w.source when 'profit' then ':hold_profit' else ':hold_cash' end
  cross join lateral (
    select coalesce(sum(amount) filter (where kind = 'withdrawal_held'), 0) as held, coalesce(sum(amount) filter (where kind = 'withdrawal_released'), 0) as released,
      coalesce(sum(amount) filter (where kind in ('withdrawal_paid', 'fee_charged')), 0) as paid
    from (select kind, amount from ledger.entries where credit = a.id and reference = w.id union all
      select kind, amount from ledger.entries where debit = a.id and reference = w.id) e) j
  where (only_ids is null or w.id = any (only_ids))
    and (j.held, j.released, j.paid) is distinct from
      (w.amount, case when w.status in ('rejected', 'cancelled') then w.amount else 0 end, case when w.status = 'completed' then w.amount else 0 end) $$;

-- 9, for some members or all.
create function check_positions(only_members text[]) returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  select 9, format('positions hold %s, the account %s', coalesce(p.remaining, 0), coalesce(a.balance, 0)), coalesce(p.member_id, a.owner)
  from (select member_id, sum(remaining_cents) as remaining from position where only_members is null or member_id = any (only_members) group by member_id) p
  full join (select owner, balance from ledger.accounts where class = 'member_principal' and (only_members is null or owner = any (only_members))) a on a.owner = p.member_id
  where coalesce(p.remaining, 0) <> coalesce(a.balance, 0) $$;

-- 6, the other way round: rows of deposits and withdrawals that no deposit or withdrawal knows, among some rows or all.
create function check_strangers(after_seq bigint) returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp set jit = off as $$
  with told as materialized (select distinct kind, reference from ledger.fresh_rows(after_seq)
    where kind in ('deposit_confirmed', 'deposit_reversed', 'withdrawal_held', 'withdrawal_paid', 'withdrawal_released', 'fee_charged'))
  select 6, format('the journal knows this %s, nobody else does', kind), reference from told where kind like 'deposit%' and not exists (select from deposit d where d.id = told.reference)
  union all
  select 6, format('the journal knows this %s, nobody else does', kind), reference from told where kind not like 'deposit%' and not exists (select from withdrawal w where w.id = told.reference) $$;

-- 5 and 7: every witnessed block is as it was, and so is what members were owed at the latest.
create function check_witness() returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp as $$
  select 5, 'block is not the one that was witnessed', w.day::text from books_witness w left join ledger.seal_block b using (block)
    where b.block is null or encode(b.hash, 'hex') <> w.hash or b.last_seq <> w.seq
  union all
  select 7, format('owed %s, witnessed %s', ledger.owed_at(w.seq), w.owed), w.day::text
  from (select * from books_witness order by day desc limit 1) w where ledger.owed_at(w.seq) <> w.owed $$;

-- All of them over what came after a number, and over deposits and withdrawals decided since a moment.
create function check_since(after_seq bigint, since timestamptz) returns table (invariant integer, problem text, subject text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  deposits     text[];
  withdrawals  text[];
  members      text[];
begin
  select array_agg(distinct reference) filter (where kind like 'deposit\_%'), array_agg(distinct reference) filter (where kind like 'withdrawal\_%' or kind = 'fee_charged'),
    array_agg(distinct a.owner) filter (where a.class = 'member_principal')
    into deposits, withdrawals, members
    from ledger.fresh_rows(after_seq) f left join ledger.accounts a on a.id in (f.debit, f.credit) and a.class = 'member_principal';
  deposits := coalesce(deposits, '{}') || array(select id from deposit where decided_at >= since);
  withdrawals := coalesce(withdrawals, '{}') || array(select id from withdrawal where created_at >= since or closed_at >= since);
  return query select * from ledger.check_rows(after_seq) union all select * from ledger.check_chain(after_seq)
    union all select * from check_deposits(deposits) union all select * from check_withdrawals(withdrawals)
    union all select * from check_strangers(after_seq)
    union all select * from check_positions(coalesce(members, '{}')) union all select * from check_witness();
end $$;

-- All of them over everything, the ledger's own verify included.
create function check_everything() returns table (invariant integer, problem text, subject text)
language sql stable set search_path = public, pg_temp as $$
  select case when problem like 'row breaks the chart%' then 11 when problem like '%balance%' or problem like 'account%' or problem like 'checkpoint%' or problem like 'sum of%' then 2 else 5 end,
    problem, concat_ws(' ', 'row ' || entry, 'number ' || seq, 'block ' || block, detail) from ledger.verify()
  union all select * from ledger.check_sums()
  union all select * from check_deposits(null) union all select * from check_withdrawals(null) union all select * from check_strangers(0)
  union all select * from check_positions(null) union all select * from check_witness() $$;
revoke all on function check_deposits, check_withdrawals, check_strangers, check_positions, check_witness, check_since, check_everything from public;
grant execute on function check_deposits, check_withdrawals, check_strangers, check_positions, check_witness, check_since, check_everything to candor_app;
