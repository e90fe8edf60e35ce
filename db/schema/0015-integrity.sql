-- The integrity checks of the ledger and what they found. The checks are in db/functions, see check_since().
--
-- functions: public.refuse_rewriting

-- One row for full checks and one for partial ones. A check locks its row, so that one runs at a time; candor_read
-- can't lock it.
create table check_lock (whole boolean primary key);
insert into check_lock values (true), (false);
grant select, update on check_lock to candor_app;

-- Each check. The next partial check starts where the last one without problems ended.
create table integrity_check (
  id           bigint generated always as identity primary key,
  -- false: only what is new since the last check without problems.
  whole        boolean not null,
  after_seq    bigint not null,
  upto_seq     bigint not null check (upto_seq >= after_seq),
  started_at   timestamptz not null,
  finished_at  timestamptz not null check (finished_at >= started_at),
  problems     jsonb not null check (jsonb_typeof(problems) = 'array'),
  -- Of these, the ones that two admins have accepted.
  accepted     jsonb not null check (jsonb_typeof(accepted) = 'array')
);
create index integrity_check_good on integrity_check (id desc) where problems = '[]';
create index integrity_check_bad on integrity_check (id desc) where problems <> '[]';

-- Problems that two admins accepted when they unfroze the ledger: they are still found and shown, and freeze no more.
create table accepted_exception (
  -- Invariant, text and subject in one.
  problem      text primary key,
  approval     text not null,
  accepted_at  timestamptz not null
);

-- The heads of the journal's chain and of the audit log's chain as they were published outside the database, once a
-- day.
create table anchor (
  day           date primary key,
  block         bigint not null,
  seq           bigint not null,
  hash          text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- To all members, in cents, at that number.
  owed          bigint not null,
  published_at  timestamptz not null,
  audit_place   bigint check (audit_place > 0),
  audit_hash    text check (audit_hash ~ '^[0-9a-f]{64}$'),
  check ((audit_place is null) = (audit_hash is null))
);

do $$
declare
  name text;
begin
  foreach name in array array['integrity_check', 'accepted_exception', 'anchor'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_rewriting()',
      name || '_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_rewriting()',
      name || '_never_emptied', name);
  end loop;
end $$;

grant select on integrity_check, anchor, accepted_exception to candor_app, candor_read;

-- Verifications of the whole ledger that staff requested: their progress, and what was wrong.
create table verification (
  id                  text primary key check (id ~ '^vfy_[0-9a-z]{20}$'),
  requested_by        text not null,
  requested_by_label  text not null,
  requested_at        timestamptz not null,
  -- When it last reported progress.
  progress_at         timestamptz not null,
  steps               jsonb not null default '[]' check (jsonb_typeof(steps) = 'array'),
  finished_at         timestamptz,
  failed              text
);
create unique index verification_running on verification ((true)) where finished_at is null;
create index verification_newest on verification (requested_at desc);
grant select, insert on verification to candor_app;
grant update (steps, progress_at, finished_at, failed) on verification to candor_app;
