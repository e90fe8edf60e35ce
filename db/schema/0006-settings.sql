-- Settings, the business date, and what HTTP calls store.

-- What the operator decided. A setting has a row once it was changed; until then the default of the mode applies.
create table setting (
  -- Names are the code's; a new one needs no migration.
  name        text primary key check (name ~ '^[a-z]+([A-Z][a-z]+)*$'),
  value       jsonb not null check (jsonb_typeof(value) = 'object'),
  changed_by  text not null check (changed_by <> ''),
  changed_at  timestamptz not null
);

-- How a payment method is offered, where the operator has changed it.
create table payment_method (
  method                text primary key check (method in ('BITCOIN', 'ETHERIUM', 'USDT')),
  quote_minutes         integer not null check (quote_minutes between 1 and 120),
  -- Never 0: the sender can still take back a payment that is in no block.
  confirmations         integer not null check (confirmations >= 1),
  withdrawal_fee_cents  bigint not null check (withdrawal_fee_cents >= 0),
  min_withdrawal_cents  bigint not null check (min_withdrawal_cents > withdrawal_fee_cents),
  changed_by            text not null check (changed_by <> ''),
  changed_at            timestamptz not null
);

-- Where members pay to, as a history: an address that once took money stays on record.
create table receiving_address (
  id              text primary key check (id like 'rad\_%'),
  method          text not null check (method in ('BITCOIN', 'ETHERIUM', 'USDT')),
  address         text not null check (address ~ '^[A-Za-z0-9]{20,100}$'),
  effective_from  timestamptz not null,
  changed_by      text not null check (changed_by <> ''),
  changed_at      timestamptz not null,
  check (effective_from >= changed_at)
);
create index receiving_address_method on receiving_address (method, effective_from desc);

grant select, insert, update on setting, payment_method to candor_app;
grant select, insert on receiving_address to candor_app;
grant select on setting, payment_method, receiving_address to candor_read;

-- How far the sandbox moved the business date.
create table business_clock (
  single_row   boolean primary key default true check (single_row),
  offset_days  integer not null default 0 check (offset_days between 0 and 36500)
);
insert into business_clock default values;
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
