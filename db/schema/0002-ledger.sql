-- The ledger: double entry that posts inside the caller's transaction and is added to a hash chain afterwards.
--
-- Three ideas carry it:
--   1. One journal row is one debit and one credit of one amount, so an unbalanced entry can't be written.
--   2. Non-negative accounts store a balance and are locked while posting. The others (custody, exchange, plan assets)
--      store none: their balance is derived from the journal, so the accounts that every posting uses block none.
--   3. Rows are numbered when written (id, may have gaps) and again when chained (seq, has no gaps).
-- A balance is credits minus debits. A custody account is a debit account and therefore shows a negative number.
--
-- functions: ledger.append_only, ledger.reference_key, ledger.is_payment_method
set role ledger_owner;
set search_path = ledger;

-- Values
--
-- Domains and not checks of the tables: PostgreSQL reads a table's checks again in each statement, which a posting of
-- one row would feel.

-- Minor units that are posted.
create domain posted_amount as bigint constraint amount_above_zero check (value > 0);
-- Minor units on an account that never goes below zero.
create domain stored_balance as bigint constraint never_overdrawn check (value >= 0);
create domain posting_date as date
  constraint effective_date_is_plausible check (value between '2000-01-01' and '2199-12-31');
-- Who acted: the id of a person, or the name of a job.
create domain actor_name as text constraint actor_is_named check (value <> '');

-- Chart of accounts

create table currency (
  code   text primary key check (code ~ '^[A-Z0-9]{3,10}$'),
  -- Digits after the decimal point of one whole unit.
  scale  smallint not null check (scale between 0 and 9)
);

create table account_type (
  name          text primary key,
  -- true: an account of this type never goes below zero.
  non_negative  boolean not null,
  -- The pattern of its accounts' codes.
  code_pattern  text not null,
  meaning       text not null
);

create table transfer_type (name text primary key);

-- The only movements that exist.
create table posting_rule (
  transfer_type  text references transfer_type,
  debit_type     text references account_type,
  credit_type    text references account_type,
  -- Only together with a custody leg, see ledger.post().
  with_custody   boolean not null default false,
  -- Only with a receipt of what came in from outside.
  needs_receipt  boolean not null default false,
  needs_reason   boolean not null default false,
  -- Minor units from which a second admin's approval is needed. 0: always; null: never.
  approval_from  bigint check (approval_from >= 0),
  -- A loss is shared by the positions of the day it is decided on: its total is approved, not each member's share.
  spread         boolean not null default false,
  -- Only together with a dollar leg: coin leaves custody for dollars.
  with_dollars   boolean not null default false,
  -- The threshold also applies to the sum of all rows of the transfer type that were posted without an approval within
  -- 24 hours: many small amounts don't pass it.
  daily          boolean not null default false,
  -- Money of a member stays the same member's: both accounts have the same owner.
  same_owner     boolean not null
    generated always as (debit_type like 'member\_%' and credit_type like 'member\_%') stored,
  primary key (transfer_type, debit_type, credit_type),
  check (not daily or approval_from is not null)
);

-- The amount from which a transfer type needed an approval, by the first row it applied to. verify() checks each row
-- against the rule of its time, so that ledger.tighten_approval() does not make earlier rows wrong.
create table approval_rule (
  transfer_type  text,
  debit_type     text,
  credit_type    text,
  since_id       bigint,
  from_amount    bigint not null,
  primary key (transfer_type, debit_type, credit_type, since_id, from_amount),
  foreign key (transfer_type, debit_type, credit_type) references posting_rule
);

create table account (
  id            bigint generated always as identity primary key,
  code          text collate "C" not null unique,
  account_type  text not null references account_type,
  currency      text not null references currency,
  owner         text,
  -- null: the account may be negative and its balance is derived from the journal.
  balance       stored_balance,
  opened_at     timestamptz not null default now(),
  closed_at     timestamptz,
  constraint owner_is_in_code
    check (code not like 'member:%' or (owner is not null and owner = split_part(code, ':', 2)))
) with (fillfactor = 70);  -- room for balance updates within the page
create index account_owner on account (owner);

-- Journal

-- What came in from outside, as it was observed there.
create table receipt (
  id            text primary key check (id ~ '^rcp_[0-9a-z]+$'),
  source        text not null check (source in ('bank', 'simulated') or is_payment_method(null, source)),
  -- Transaction id, or the bank's reference.
  reference     text not null check (reference <> ''),
  output_index  integer not null check (output_index >= 0),
  currency      text not null references currency,
  amount        bigint not null check (amount > 0),
  arrived_at    timestamptz not null,
  recorded_by   text not null check (recorded_by <> ''),
  -- A payment whose posting was reversed is recorded again for its right use, see record_receipt().
  reissue       integer not null default 0 check (reissue >= 0),
  -- One payment has one spelling: no letters of other scripts, and no characters without a shape.
  constraint bank_reference_is_latin
    check (source <> 'bank' or reference !~ '[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f]'),
  constraint reference_is_plain
    check (reference = btrim(reference) and (source in ('bank', 'simulated') or reference = lower(reference)))
);
create unique index receipt_identity on receipt (source, reference_key(source, reference), output_index, reissue);
create index receipt_reissued on receipt (id) where reissue > 0;

-- Columns of fixed width come first, the widest at the beginning: rows then need no padding. The order means nothing to
-- the hash, see leaf_hash().
create table journal (
  -- cache 1: numbers must grow with time.
  id               bigint generated always as identity (cache 1) primary key,
  -- Accounts without a foreign key: it would lock the row of an account that every posting uses.
  debit            bigint not null,
  credit           bigint not null,
  amount           posted_amount not null,
  -- Balances after this row; null for accounts that may be negative.
  debit_balance    stored_balance,
  credit_balance   stored_balance,
  posted_at        timestamptz not null default clock_timestamp(),
  effective_date   posting_date not null,
  -- Hash of the name of the business event: the same event posts once.
  idempotency_key  uuid not null unique,
  transfer_type    text not null,
  reference        text not null,
  actor            actor_name not null,
  reason           text,
  receipt          text,
  approval         text,
  check (debit <> credit)
);
create unique index journal_receipt on journal (receipt) where receipt is not null;  -- a receipt is consumed once
create index journal_debit on journal (debit, id);
create index journal_credit on journal (credit, id);
create index journal_approval on journal (approval) where approval is not null;
-- Finds the rows of one reference in milliseconds, with about one byte a row. A query for many references goes by their
-- accounts, receipts or approvals instead, or by the index of the few types below. A range of 8 pages has a filter of
-- less than 500 bytes: PostgreSQL compresses a larger one again with each row.
create index journal_reference on journal
  using brin (reference text_bloom_ops (n_distinct_per_range = -0.17)) with (pages_per_range = 8, autosummarize = on);
create index journal_undone on journal (reference)
  where transfer_type in (
    'deposit_reversed', 'income_reversed', 'principal_redeemed', 'withdrawal_reversed', 'fee_reversed');
-- What posting rules with a daily threshold sum up.
create index journal_daily on journal (transfer_type, posted_at)
  where approval is null and transfer_type in ('adjusted', 'network_fee_paid');

-- An approval posts once.
create table approval_use (approval text primary key);

-- What ledger.post() takes.
create type transfer as (
  idempotency_key uuid, transfer_type text, debit text, credit text, amount bigint, effective_date date, reference text,
  actor text, reason text, receipt text, approval text
);

-- Hash chain

create table chain_block (
  block          bigint primary key,
  first_seq      bigint not null,
  last_seq       bigint not null check (last_seq >= first_seq),
  chained_at     timestamptz not null,
  -- SHA-256 over the leaves, in seq order.
  digest         bytea not null,
  -- The first 4 bytes of each leaf, only to name a changed row.
  fingerprints   bytea not null,
  previous_hash  bytea not null,
  hash           bytea not null
);

-- The rows first_id to last_id are all chained, with seq first_seq, first_seq + 1, …
create table chain_run (
  first_seq   bigint primary key,
  first_id    bigint not null unique,
  last_id     bigint not null check (last_id >= first_id),
  -- The highest id chained up to here.
  highest_id  bigint not null,
  block       bigint not null references chain_block
);
create index chain_run_block on chain_run (block);

-- Ids below the highest that were not visible when it was chained: rolled back, or still in an open transaction.
-- Working memory, not evidence.
create table chain_gap (
  noted_by  xid8 not null,
  ids       int8multirange not null
);

-- Reading by number and day
--
-- A sequence number is fast to read at: a block's rows are known. A date counts rows by their effective date, which
-- nearly always grows with the number. So it is enough to know where each day begins (day_mark) and which rows were
-- posted after their day (backdated):
--   Let end(D) be the last number before the first row of a later day than D. A row up to end(D) counts for D or
--   earlier. A row after it counts for D only if it is backdated, and those are listed. Rows that are not marked yet
--   are read one by one.

-- Balances of the accounts that may be negative, after a chained seq.
create table balance_snapshot (
  account  bigint,
  seq      bigint,
  balance  bigint not null,
  primary key (account, seq)
);

-- Sums by account type after a chained seq, which is a block's last.
create table account_type_snapshot (
  seq           bigint,
  currency      text,
  account_type  text,
  balance       bigint not null,
  primary key (seq, currency, account_type)
);

-- Everything up to these numbers is in balance_snapshot, account_type_snapshot, day_mark and backdated.
create table snapshot_end (seq bigint primary key);

-- The first number with a day later than all before it.
create table day_mark (
  day        date primary key,
  first_seq  bigint not null unique
);

-- Rows of an earlier day than a row before them.
create table backdated (
  seq             bigint primary key,
  journal_id      bigint not null,
  effective_date  date not null,
  debit           bigint not null,
  credit          bigint not null,
  amount          bigint not null
);
create index backdated_effective_date on backdated (effective_date);

-- Freezes

-- Every freeze of the ledger.
create table ledger_freeze (
  id         bigint generated always as identity primary key,
  because    text not null check (because <> ''),
  frozen_at  timestamptz not null
);

-- The approval that ended a freeze.
create table ledger_unfreeze (
  freeze_id    bigint primary key references ledger_freeze,
  approval     text not null unique,
  unfrozen_at  timestamptz not null
);

create table state (
  single_row  boolean primary key default true check (single_row),
  frozen      boolean not null
) with (fillfactor = 10);
insert into state values (true, false);
create trigger never_truncated before delete or truncate on state execute function append_only();

-- Append-only tables

do $$
declare
  name text;
begin
  foreach name in array array[
    'journal', 'receipt', 'chain_block', 'chain_run', 'balance_snapshot', 'account_type_snapshot', 'snapshot_end',
    'day_mark', 'backdated', 'approval_rule', 'approval_use', 'ledger_freeze', 'ledger_unfreeze'
  ] loop
    execute format(
      'create trigger append_only before update or delete on %I for each row execute function append_only()', name);
    execute format('create trigger never_truncated before truncate on %I execute function append_only()', name);
  end loop;
end $$;

-- Of an account only the balance and closed_at change.
create trigger append_only before delete or update of id, code, account_type, currency, owner on account
  for each row execute function append_only();
create trigger never_truncated before truncate on account execute function append_only();

-- Everything else is read through the views and called through the functions in db/functions/ledger.
grant select on chain_block, chain_run, currency, account_type to candor_app, candor_read;
