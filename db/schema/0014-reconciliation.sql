-- What custody accounts hold outside, and where that differs from the ledger.
--
-- functions: public.refuse_rewriting, public.protect_reconciliation_break

-- What a person or a service stated that a custody account holds, and what the ledger held at the same moment.
create table outside_balance (
  id           text primary key check (id ~ '^osb_[0-9a-z]{20}$'),
  sequence     bigint generated always as identity unique,
  account      text not null check (account ~ '^custody:[a-z0-9_-]+:[A-Z0-9]+$'),
  units        bigint not null check (units between 0 and 1000000000000000000),
  as_of        timestamptz not null,
  source       text not null check (source in ('entered', 'fetched')),
  stated_by    text not null check (btrim(stated_by) <> ''),
  evidence     text not null check (btrim(evidence) <> ''),
  recorded_by  text not null check (recorded_by = 'system' or recorded_by ~ '^adm_[0-9a-z]{20}$'),
  recorded_at  timestamptz not null check (recorded_at >= as_of),
  -- What the ledger held at as_of; stored, so that a later reader sees what was compared with what.
  book_units   bigint not null,
  difference   bigint not null generated always as (units - book_units) stored,
  -- The break that was open when it was recorded, or that it opened.
  break_id     text,
  unique (account, as_of, source),
  unique (id, account, difference),
  check (difference = 0 or break_id is not null)
);
create index outside_balance_latest on outside_balance (account, as_of desc, sequence desc);
create index outside_balance_of_break on outside_balance (break_id, as_of desc) where break_id is not null;

create trigger outside_balance_append_only before update or delete on outside_balance
  for each row execute function refuse_rewriting();
create trigger outside_balance_never_emptied before truncate on outside_balance
  for each statement execute function refuse_rewriting();

-- The outside balance differs from the ledger. A break has an owner and a due time and stays open until the two agree
-- again or the difference is explained.
create table reconciliation_break (
  id                   text primary key check (id ~ '^brk_[0-9a-z]{20}$'),
  account              text not null,
  opened_by_balance    text not null unique,
  difference           bigint not null check (difference <> 0),
  opened_at            timestamptz not null,
  due_at               timestamptz not null check (due_at > opened_at),
  owner_id             text check (owner_id ~ '^adm_[0-9a-z]{20}$'),
  taken_at             timestamptz check (taken_at >= opened_at),
  -- The last day on which staff were notified that it is overdue.
  reminded_on          date,
  resolved_at          timestamptz check (resolved_at >= opened_at),
  resolved_by          text check (resolved_by = 'system' or resolved_by ~ '^adm_[0-9a-z]{20}$'),
  resolved_as          text check (resolved_as in ('agreed', 'explained')),
  resolution           text,
  resolved_by_balance  text unique references outside_balance,
  -- The proposal by which a second admin agreed to the explanation of a shortage.
  approval_id          text unique,
  unique (id, account),
  foreign key (opened_by_balance, account, difference) references outside_balance (id, account, difference),
  check ((owner_id is null) = (taken_at is null)),
  check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (resolved_as is null)
    and (resolved_at is null) = (resolution is null)),
  check ((resolved_by_balance is not null) = (resolved_as is not distinct from 'agreed')),
  check (resolved_as is distinct from 'explained'
    or (char_length(btrim(resolution)) >= 30 and resolved_by <> 'system')),
  check (approval_id is null or resolved_as is not distinct from 'explained')
);
create unique index reconciliation_break_open on reconciliation_break (account) where resolved_at is null;
create index reconciliation_break_newest on reconciliation_break (opened_at desc);

-- Deferred, since a break and the balance that opens it name each other.
alter table outside_balance add foreign key (break_id, account) references reconciliation_break (id, account)
  deferrable initially deferred;

create trigger reconciliation_break_facts before insert or update on reconciliation_break
  for each row execute function protect_reconciliation_break();
create trigger reconciliation_break_never_deleted before delete on reconciliation_break
  for each row execute function refuse_rewriting();
create trigger reconciliation_break_never_emptied before truncate on reconciliation_break
  for each statement execute function refuse_rewriting();

grant select, insert on outside_balance, reconciliation_break to candor_app;
grant update (owner_id, taken_at, reminded_on, resolved_at, resolved_by, resolved_as, resolution, resolved_by_balance,
    approval_id)
  on reconciliation_break to candor_app;
grant select on outside_balance, reconciliation_break to candor_read;

-- The sandbox's outside: what its simulated wallets and bank hold is the sum of what moved there. Rows are added and
-- none is updated, so that concurrent payments don't wait for each other. A place without a row is unknown, not empty.
create table simulated_outside (
  place      text not null check (place <> ''),
  currency   text not null check (currency <> ''),
  -- What moved it: a receipt, a withdrawal. The same reference moves a place once.
  reference  text not null check (reference <> ''),
  units      bigint not null,
  moved_at   timestamptz not null,
  primary key (place, currency, reference)
);
-- The places of the chart's custody accounts begin empty.
insert into simulated_outside (place, currency, reference, units, moved_at)
  values ('bank', 'USD', 'opening', 0, now()), ('hot', 'BTC', 'opening', 0, now()),
    ('hot', 'ETH', 'opening', 0, now()), ('hot', 'USDT', 'opening', 0, now());
grant select, insert on simulated_outside to candor_app;
