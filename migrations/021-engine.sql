-- What becomes of positions: notice, loss, maturity, and the return that is paid out of recorded income alone.

-- Plans end, and may ask for notice.
alter table plan add column closed_at timestamptz;
alter table plan add column closed_by text check (closed_by <> '');
alter table plan add column closed_because text check (btrim(closed_because) <> '');
alter table plan add check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (closed_because is null));
grant update (closed_at, closed_by, closed_because) on plan to candor_app;
alter table plan_version add column notice_days integer not null default 0 check (notice_days between 0 and 365);

-- Positions are opened by a deposit, from available cash, or when another one matures.
alter table position alter column deposit_id drop not null;
alter table position add column plan_id text references plan;
update position o set plan_id = v.plan_id from plan_version v where v.id = o.plan_version_id;
alter table position alter column plan_id set not null;
alter table position add column origin text not null default 'deposit' check (origin in ('deposit', 'balance', 'reinvested'));
alter table position alter column origin drop default;
alter table position add column reinvested_from text unique references position;
alter table position add check ((origin = 'deposit') = (deposit_id is not null) and (origin = 'reinvested') = (reinvested_from is not null));
-- What happens to the principal, and to the return as far as it is paid then, on the last day of the term.
alter table position add column at_maturity text not null default 'to_balance' check (at_maturity in ('to_balance', 'reinvest_principal', 'reinvest_all'));
alter table position alter column at_maturity drop default;
alter table position add column matured_on date;
alter table position add column return_due bigint not null default 0 check (return_due >= 0);
alter table position add column return_paid bigint not null default 0 check (return_paid between 0 and return_due);
alter table position drop constraint position_status_check;
alter table position add constraint position_status_check check (status in ('open', 'redeemed', 'matured', 'lost'));
-- What a position took down the years falls due although all of it was withdrawn or lost before: such a one matures too.
alter table position add check (status <> 'matured' or matured_on is not null);
alter table position add check (return_due = 0 or matured_on is not null);
create index position_maturing on position (matures_on, id) where matured_on is null;
create index position_due on position (plan_id, matured_on, id) where return_due > return_paid;
create index position_of_plan on position (plan_id, id) where status = 'open';
grant update (at_maturity, matured_on, return_due, return_paid) on position to candor_app;

-- A part that a member gave notice of: it accrues until its day and is cash then.
create table position_notice (
  id            text primary key check (id like 'not\_%'),
  position_id   text not null references position,
  member_id     text not null,
  amount_cents  bigint not null check (amount_cents > 0),
  given_on      date not null,
  ends_on       date not null check (ends_on > given_on),
  status        text not null check (status in ('waiting', 'done', 'cancelled')),
  closed_at     timestamptz,
  check ((status = 'waiting') = (closed_at is null))
);
create index position_notice_waiting on position_notice (ends_on, id) where status = 'waiting';
create index position_notice_position on position_notice (position_id);
grant select, insert on position_notice to candor_app;
grant update (amount_cents, status, closed_at) on position_notice to candor_app;

-- What a plan earned, once two admins agreed to the evidence.
create table plan_income (
  id            text primary key check (id like 'inc\_%'),
  plan_id       text not null references plan,
  cents         bigint not null check (cents > 0),
  period_from   date not null,
  period_to     date not null check (period_to >= period_from),
  source        text not null check (btrim(source) <> ''),
  evidence_key  text not null,
  evidence_type text not null,
  evidence_sha256 text not null check (evidence_sha256 ~ '^[0-9a-f]{64}$'),
  receipt_id    text not null unique,
  approval_id   text not null unique,
  recorded_on   date not null,
  recorded_at   timestamptz not null,
  -- How much of it has gone into distributions.
  used_cents    bigint not null default 0 check (used_cents between 0 and cents)
);
create index plan_income_plan on plan_income (plan_id, recorded_at, id);
create index plan_income_unused on plan_income (plan_id, recorded_at, id) where used_cents < cents;
grant select, insert on plan_income to candor_app;
grant update (used_cents) on plan_income to candor_app;

-- What a plan lost, and each position's share of it.
create table plan_loss (
  id            text primary key check (id like 'los\_%'),
  plan_id       text not null references plan,
  cents         bigint not null check (cents > 0),
  period_from   date not null,
  period_to     date not null check (period_to >= period_from),
  cause         text not null check (btrim(cause) <> ''),
  evidence_key  text not null,
  evidence_type text not null,
  evidence_sha256 text not null check (evidence_sha256 ~ '^[0-9a-f]{64}$'),
  approval_id   text not null unique,
  recorded_on   date not null,
  recorded_at   timestamptz not null
);
create index plan_loss_plan on plan_loss (plan_id, recorded_at, id);
create table position_loss (
  loss_id       text not null references plan_loss,
  position_id   text not null references position,
  amount_cents  bigint not null check (amount_cents > 0),
  lost_on       date not null,
  primary key (loss_id, position_id)
);
create index position_loss_position on position_loss (position_id);
grant select, insert on plan_loss, position_loss to candor_app;

-- One sharing out of a plan's income among what is due: frozen when it begins, done in chunks, resumed where it stopped.
create table distribution (
  id            text primary key check (id like 'dst\_%'),
  plan_id       text not null references plan,
  on_day        date not null,
  funded_cents  bigint not null check (funded_cents > 0),
  due_cents     bigint not null check (due_cents >= funded_cents),
  -- Positions that matured later are the next one's.
  upto_matured  date not null,
  upto_id       text not null,
  -- The last position that got its share, the running sum of what was due up to it, and of what was paid.
  done_matured  date,
  done_id       text,
  done_due      bigint not null default 0 check (done_due between 0 and due_cents),
  done_paid     bigint not null default 0 check (done_paid between 0 and funded_cents),
  begun_at      timestamptz not null,
  ended_at      timestamptz,
  check ((done_matured is null) = (done_id is null)),
  check (ended_at is null or (done_due = due_cents and done_paid = funded_cents))
);
create unique index distribution_running on distribution (plan_id) where ended_at is null;
create index distribution_plan on distribution (plan_id, begun_at desc);
-- Which income it was shared out of.
create table distribution_income (
  distribution_id text not null references distribution,
  income_id       text not null references plan_income,
  cents           bigint not null check (cents > 0),
  primary key (distribution_id, income_id)
);
create table payout (
  distribution_id text not null references distribution,
  position_id     text not null references position,
  cents           bigint not null check (cents > 0),
  primary key (position_id, distribution_id)
);
create index payout_distribution on payout (distribution_id, position_id);
grant select, insert on distribution, distribution_income, payout to candor_app;
grant update (done_matured, done_id, done_due, done_paid, ended_at) on distribution to candor_app;

-- What all positions of a plan had accrued by the end of a day: a control total, each day once.
create table accrual_run (
  plan_id       text not null references plan,
  day           date not null,
  positions     bigint not null check (positions >= 0),
  principal     bigint not null check (principal >= 0),
  accrued       bigint not null check (accrued >= 0),
  due           bigint not null check (due >= 0),
  run_at        timestamptz not null,
  primary key (plan_id, day)
);
grant select, insert on accrual_run to candor_app;
-- How far the house's days were settled: notice, maturity, accrual totals, distributions.
create table settled_day (
  day           date primary key,
  began_at      timestamptz not null,
  ended_at      timestamptz check (ended_at >= began_at)
);
grant select, insert on settled_day to candor_app;
grant update (ended_at) on settled_day to candor_app;

do $$ declare name text; begin
  foreach name in array array['plan_loss', 'position_loss', 'distribution_income', 'payout', 'accrual_run'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_rewriting()', name);
    execute format('create trigger never_emptied before truncate on %I for each statement execute function refuse_rewriting()', name);
  end loop;
end $$;
grant select on position_notice, plan_income, plan_loss, position_loss, distribution, distribution_income, payout, accrual_run, settled_day to candor_read;

-- A return that is paid may be reinvested, where the member asked for it.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then execute format('grant ledger_owner to %I', current_user); end if;
exception when insufficient_privilege then null;
end $$;
set role ledger_owner;
insert into ledger.route (kind, debit_class, credit_class, with_custody, needs_receipt, needs_reason) values
  ('position_opened', 'member_profit', 'member_principal', false, false, false);
