-- Settings, the mode, the business date, and what HTTP calls store.
--
-- functions: public.refuse_rewriting, public.require_fee_notice, public.guard_setting, public.check_setting_change
-- functions: public.apply_mode, public.refuse_in_live, public.check_receiving_address

-- Whether this database holds real money. The migrator writes the row before anything else runs, and it never changes:
-- a process of the other mode refuses to start.
create table mode (
  single_row  boolean primary key default true check (single_row),
  name        text not null check (name in ('sandbox', 'live')),
  stamped_at  timestamptz not null
);
create trigger append_only before update or delete on mode for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on mode for each statement execute function refuse_rewriting();
create trigger apply_mode after insert on mode for each row execute function apply_mode();
grant select on mode to candor_app, candor_read, ledger_owner;

-- What the operator decided. A setting has a row once it was changed; until then the default of the mode applies.
create table setting (
  -- Names are the code's; a new one needs no migration.
  name        text primary key check (name ~ '^[a-z]+([A-Z][a-z]+)*$'),
  value       jsonb not null check (jsonb_typeof(value) = 'object'),
  changed_by  text not null check (changed_by <> ''),
  changed_at  timestamptz not null,
  -- The approved change that made a control looser, see guard_setting().
  change_id   text
);

-- The controls among the settings. A tighter value counts at once; a looser one needs another admin and a wait.
create table setting_control (
  setting       text not null,
  field         text not null,
  -- What makes it looser: a higher number, a lower one, an entry less in a list, or null instead of a value.
  looser        text not null check (looser in ('higher', 'lower', 'fewer', 'none')),
  -- The value without a row of its own, in the sandbox and in live.
  shipped       jsonb not null,
  shipped_live  jsonb not null,
  -- The loosest number that two admins may set.
  bound         bigint,
  primary key (setting, field)
);
insert into setting_control values
  ('withdrawals', 'secondAdminFrom', 'higher', '"1000000"', '"1000000"', 10000000),
  ('withdrawals', 'walletCoolDownHours', 'lower', '0', '24', 0),
  ('plans', 'targetWarningBps', 'higher', '3000', '3000', 3000),
  ('fees', 'ceiling', 'higher', '"2500"', '"2500"', 2500),
  ('countries', 'blocked', 'fewer', '[]', '[]', null),
  ('pauses', 'deposits', 'none', 'null', 'null', null),
  ('pauses', 'withdrawals', 'none', 'null', 'null', null),
  ('pauses', 'signUps', 'none', 'null', 'null', null);

-- Approved changes that make a control looser: each counts once, from its time on, unless it was cancelled.
create table setting_change (
  -- The approved proposal.
  id              text primary key check (id ~ '^prp_[0-9a-z]{20}$'),
  setting         text not null,
  -- The new value of each field.
  changes         jsonb not null check (jsonb_typeof(changes) = 'object'),
  approved_at     timestamptz not null,
  effective_from  timestamptz not null check (effective_from >= approved_at),
  applied_at      timestamptz check (applied_at >= effective_from),
  cancelled_at    timestamptz,
  cancelled_by    text check (cancelled_by <> ''),
  check (applied_at is null or cancelled_at is null),
  check ((cancelled_at is null) = (cancelled_by is null))
);
create index setting_change_open on setting_change (effective_from)
  where applied_at is null and cancelled_at is null;

create trigger check_setting_change before insert or update or delete on setting_change
  for each row execute function check_setting_change();
create trigger guard_setting before insert or update on setting
  for each row execute function guard_setting();

grant select on setting_control to candor_app;
grant select, insert on setting_change to candor_app;
grant update (cancelled_at, cancelled_by) on setting_change to candor_app;

-- How a payment method is offered, where the operator has changed it.
create table payment_method (
  method                text primary key check (ledger.is_payment_method(method, null)),
  quote_minutes         integer not null check (quote_minutes between 1 and 120),
  -- Never 0: the sender can still take back a payment that is in no block.
  confirmations         integer not null check (confirmations >= 1),
  changed_by            text not null check (changed_by <> ''),
  changed_at            timestamptz not null
);

-- Fee and minimum of withdrawals by method, as a history. In force is the last announced row that has taken effect, so
-- that a later announcement replaces one that waits. The ceiling of both is $25 or what the operator
-- lowered it to, see require_fee_notice().
create table fee_terms (
  sequence              bigint generated always as identity primary key,
  method                text not null check (ledger.is_payment_method(method, null)),
  withdrawal_fee_cents  bigint not null check (withdrawal_fee_cents between 0 and 2500),
  min_withdrawal_cents  bigint not null check (min_withdrawal_cents > withdrawal_fee_cents),
  announced_at          timestamptz not null,
  effective_from        timestamptz not null check (effective_from >= announced_at),
  announced_by          text not null check (announced_by <> ''),
  -- The second admin's decision on a higher fee or minimum, which counts once.
  approval_id           text unique,
  check (min_withdrawal_cents <= 2500)
);
create index fee_terms_method on fee_terms (method, sequence desc);
insert into fee_terms (method, withdrawal_fee_cents, min_withdrawal_cents, announced_at, effective_from, announced_by)
values
  ('BITCOIN', 500, 2000, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'default'),
  ('ETHERIUM', 300, 2000, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'default'),
  ('USDT', 300, 2000, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'default');
create trigger require_fee_notice before insert on fee_terms for each row execute function require_fee_notice();
create trigger append_only before update or delete on fee_terms for each row execute function refuse_rewriting();
create trigger never_truncated before truncate on fee_terms execute function refuse_rewriting();

-- Where members pay to, as a history: an address that once took money stays on record.
create table receiving_address (
  id              text primary key check (id like 'rad\_%'),
  method          text not null check (ledger.is_payment_method(method, null)),
  address         text not null check (address ~ '^[A-Za-z0-9]{20,100}$'),
  effective_from  timestamptz not null,
  changed_by      text not null check (changed_by <> ''),
  changed_at      timestamptz not null,
  -- The second admin's decision, which live requires, see check_receiving_address().
  approval_id     text unique,
  check (effective_from >= changed_at)
);
create index receiving_address_method on receiving_address (method, effective_from desc);
create trigger check_receiving_address before insert on receiving_address
  for each row execute function check_receiving_address();

grant select, insert, update on setting, payment_method to candor_app;
grant select, insert on receiving_address, fee_terms to candor_app;
grant select on setting, payment_method, receiving_address, fee_terms to candor_read;

-- How far the sandbox moved the business date.
create table business_clock (
  single_row   boolean primary key default true check (single_row),
  offset_days  integer not null default 0 check (offset_days between 0 and 36500)
);
insert into business_clock default values;
create trigger refuse_in_live before update on business_clock for each row
  when (new.offset_days <> 0) execute function refuse_in_live();
grant select, update on business_clock to candor_app;
grant select on business_clock to candor_read;

-- The first answer of every call that moved money: the same key moves no money a second time while the answer is
-- stored, which is 30 days at least (delete_idempotency_answers).
create table idempotency (
  actor        text        not null check (actor <> ''),
  call         text        not null check (call <> ''),
  key          text        not null check (length(key) between 1 and 255),
  input_hash   text        not null check (length(input_hash) = 64),
  status       integer     not null check (status between 200 and 499),
  answer       text        not null,
  answered_at  timestamptz not null,
  primary key (actor, call, key)
);
create index idempotency_old on idempotency (answered_at);
grant select, insert on idempotency to candor_app;

-- How much of a limit is used. It is stored, so that a restart forgets no failed attempt.
create table rate_limit (
  name        text             not null,
  key         text             not null,
  used        double precision not null check (used >= 0),
  counted_at  timestamptz      not null,
  primary key (name, key)
);
create index rate_limit_old on rate_limit (counted_at);
grant select, insert, update, delete on rate_limit to candor_app;
