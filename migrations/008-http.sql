-- The first answer of every call that moved money, kept for good: the same key never moves money a second time.
create table idempotency (
  actor       text        not null check (actor <> ''),
  call        text        not null check (call <> ''),
  key         text        not null check (length(key) between 1 and 255),
  input_hash  text        not null check (length(input_hash) = 64),
  status      integer     not null check (status between 200 and 499),
  answer      text        not null,
  answered_at timestamptz not null,
  primary key (actor, call, key)
);
grant select, insert on idempotency to candor_app;

-- How much of a limit is used, so that a restart forgets no failed try.
create table rate_limit (
  name       text             not null,
  key        text             not null,
  used       double precision not null check (used >= 0),
  counted_at timestamptz      not null,
  primary key (name, key)
);
grant select, insert, update, delete on rate_limit to candor_app;

-- How far the sandbox moved the house's date; the one row is there from the beginning.
create table house_clock (
  single_row  boolean primary key default true check (single_row),
  offset_days integer not null default 0 check (offset_days between 0 and 36500)
);
insert into house_clock default values;
grant select, update on house_clock to candor_app;
