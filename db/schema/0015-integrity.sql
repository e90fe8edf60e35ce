-- The integrity checks of the books and what they found. The checks are in db/functions, see check_since().
--
-- functions: public.refuse_rewriting

-- One row for full checks and one for partial ones. A check locks its row, so that one runs at a time; candor_read
-- can't lock it.
create table books_turn (whole boolean primary key);
insert into books_turn values (true), (false);
grant select, update on books_turn to candor_app;

-- Each check. The next partial check starts where the last one without problems ended.
create table books_check (
  id           bigint generated always as identity primary key,
  -- false: only what is new since the last check without problems.
  whole        boolean not null,
  after_seq    bigint not null,
  upto_seq     bigint not null check (upto_seq >= after_seq),
  started_at   timestamptz not null,
  finished_at  timestamptz not null check (finished_at >= started_at),
  problems     jsonb not null check (jsonb_typeof(problems) = 'array'),
  -- Of these, the ones that two admins have accepted.
  known        jsonb not null check (jsonb_typeof(known) = 'array')
);
create index books_check_good on books_check (id desc) where problems = '[]';
create index books_check_bad on books_check (id desc) where problems <> '[]';

-- Problems that two admins accepted when they unfroze the books: they are still found and shown, and freeze no more.
create table books_known (
  -- Invariant, text and subject in one.
  problem   text primary key,
  approval  text not null,
  known_at  timestamptz not null
);

-- The heads of the journal's chain and of the audit log's chain as they were published outside the database, once a
-- day.
create table books_witness (
  day        date primary key,
  block      bigint not null,
  seq        bigint not null,
  hash       text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- To all members, in cents, at that number.
  owed       bigint not null,
  told_at    timestamptz not null,
  acts       bigint check (acts > 0),
  acts_hash  text check (acts_hash ~ '^[0-9a-f]{64}$'),
  check ((acts is null) = (acts_hash is null))
);

do $$
declare
  name text;
begin
  foreach name in array array['books_check', 'books_known', 'books_witness'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_rewriting()',
      name || '_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_rewriting()',
      name || '_never_emptied', name);
  end loop;
end $$;

grant select on books_check, books_witness, books_known to candor_app, candor_read;

-- Verifications of the whole books that staff requested: their progress, and what was wrong.
create table books_verification (
  id           text primary key check (id ~ '^vfy_[0-9a-z]{20}$'),
  asked_by     text not null,
  asked_label  text not null,
  asked_at     timestamptz not null,
  -- When it last reported progress.
  seen_at      timestamptz not null,
  steps        jsonb not null default '[]' check (jsonb_typeof(steps) = 'array'),
  finished_at  timestamptz,
  failed       text
);
create unique index books_verification_running on books_verification ((true)) where finished_at is null;
create index books_verification_newest on books_verification (asked_at desc);
grant select, insert on books_verification to candor_app;
grant update (steps, seen_at, finished_at, failed) on books_verification to candor_app;
