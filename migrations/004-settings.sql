-- What the operator decides. A row stands here only once somebody has changed it: what ships is the default of the mode.
create table setting (
  name       text primary key check (name in ('operator', 'withdrawals', 'plans', 'pauses', 'legal')),
  value      jsonb not null check (jsonb_typeof(value) = 'object'),
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null
);

-- How one method of payment is offered, where the operator has changed it.
create table payment_method (
  method               text primary key check (method in ('BITCOIN', 'ETHERIUM', 'USDT')),
  quote_minutes        integer not null check (quote_minutes between 1 and 120),
  -- Never 0: a payment that no block holds can still be taken back by who sent it.
  confirmations        integer not null check (confirmations >= 1),
  withdrawal_fee_cents bigint not null check (withdrawal_fee_cents >= 0),
  min_withdrawal_cents bigint not null check (min_withdrawal_cents > withdrawal_fee_cents),
  changed_by           text not null check (changed_by <> ''),
  changed_at           timestamptz not null
);

-- Where members pay to, as a history: an address that once took money is never forgotten.
create table receiving_address (
  id             text primary key check (id like 'rad\_%'),
  method         text not null check (method in ('BITCOIN', 'ETHERIUM', 'USDT')),
  address        text not null check (address ~ '^[A-Za-z0-9]{20,100}$'),
  effective_from timestamptz not null,
  changed_by     text not null check (changed_by <> ''),
  changed_at     timestamptz not null,
  check (effective_from >= changed_at)
);
create index receiving_address_method on receiving_address (method, effective_from desc);

grant select, insert, update on setting, payment_method to candor_app;
grant select, insert on receiving_address to candor_app;
