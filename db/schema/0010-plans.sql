-- Plans, positions, and what becomes of them: notice, loss, maturity, and the return that is paid out of recorded
-- income only.
--
-- functions: public.refuse_rewriting, public.require_redemption_notice, public.owe_return, public.refuse_restoration
-- functions: public.require_settled_terms, public.refuse_loss_after_term, public.refuse_in_live
-- functions: public.protect_placed_assets, public.check_position_reversal, public.require_reversed_deposit
-- functions: public.check_plan_publication
-- functions: public.check_income_reversal

-- What members can invest in. A plan is a name in a family; its terms are in its versions, which never change.
create table plan (
  id              text primary key check (id like 'pln\_%'),
  family          text not null check (family in ('crypto', 'real_estate')),
  name            text not null check (name <> '' and length(name) <= 60),
  created_at      timestamptz not null,
  closed_at       timestamptz,
  closed_by       text check (closed_by <> ''),
  closed_because  text check (btrim(closed_because) <> ''),
  unique (family, name),
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (closed_because is null))
);

create table plan_version (
  id              text primary key check (id like 'plv\_%'),
  plan_id         text not null references plan,
  number          integer not null check (number >= 1),
  min_cents       bigint not null check (min_cents > 0),
  max_cents       bigint not null check (max_cents >= min_cents),
  target_bps      integer not null check (target_bps between 0 and 1000000),
  term_days       integer not null check (term_days between 1 and 3650),
  liquidity       text not null check (liquidity <> ''),
  fees            text not null check (fees <> ''),
  basis           text not null check (basis <> ''),
  risk            text not null check (risk <> ''),
  sample          boolean not null,
  extraordinary   boolean not null,
  effective_from  date not null,
  proposed_by     text not null check (proposed_by <> ''),
  proposed_at     timestamptz not null,
  published_by    text check (published_by <> ''),
  published_at    timestamptz,
  notice_days     integer not null default 0 check (notice_days between 0 and 365),
  unique (plan_id, number),
  check ((published_by is null) = (published_at is null)),
  check (published_at >= proposed_at),
  -- Extraordinary, by the simple yearly equivalent at least: then a second admin publishes it.
  check (extraordinary or target_bps::bigint * 365 <= 3000 * term_days),
  check (not extraordinary or published_by <> proposed_by)
);

create trigger refuse_in_live before insert on plan_version for each row
  when (new.sample) execute function refuse_in_live();
create trigger check_plan_publication
  before insert or update of extraordinary, effective_from, published_by, published_at on plan_version
  for each row execute function check_plan_publication();

-- A member's money in a plan version. Target and term are copied: what was agreed can't change.
create table position (
  id               text primary key check (id like 'pos\_%'),
  member_id        text not null check (member_id like 'mem\_%'),
  plan_version_id  text not null references plan_version,
  deposit_id       text unique check (deposit_id like 'dep\_%'),
  principal_cents  bigint not null check (principal_cents > 0),
  remaining_cents  bigint not null check (remaining_cents between 0 and principal_cents),
  target_bps       integer not null check (target_bps >= 0),
  term_days        integer not null check (term_days > 0),
  opened_on        date not null,
  matures_on       date not null,
  status           text not null check (status in ('open', 'redeemed', 'matured', 'lost', 'reversed')),
  plan_id          text not null references plan,
  -- Opened by a deposit, from available cash, or when another position matured.
  origin           text not null check (origin in ('deposit', 'balance', 'reinvested')),
  reinvested_from  text references position,
  -- What happens on the last day of the term to the principal, and to the return as far as it is paid then.
  at_maturity      text not null check (at_maturity in ('to_balance', 'reinvest_principal', 'reinvest_all')),
  -- The day its term was settled, or its deposit was reversed: then nothing accrues or falls due.
  matured_on       date,
  return_due       bigint not null default 0 check (return_due >= 0),
  -- What was left of it when its deposit was reversed.
  reversed_cents   bigint check (reversed_cents >= 0),
  check (matures_on = opened_on + term_days),
  check ((status = 'open') = (remaining_cents > 0)),
  check ((origin = 'deposit') = (deposit_id is not null)
    and (origin = 'reinvested') = (reinvested_from is not null)),
  -- A return falls due although all principal was withdrawn or lost before: such a position matures too.
  check (status <> 'matured' or matured_on is not null),
  check (return_due = 0 or matured_on is not null),
  check ((status = 'reversed') = (reversed_cents is not null)),
  check (status <> 'reversed' or (origin = 'deposit' and return_due = 0 and matured_on < matures_on))
) with (fillfactor = 80);
create index position_member on position (member_id, opened_on desc, id desc);
create index position_maturing on position (matures_on, id) where matured_on is null;
create index position_of_plan on position (plan_id, id) where status = 'open';
create index position_holding on position (member_id) where status = 'open';
create index position_matured on position (plan_id, member_id) where matured_on is not null;
create unique index position_reinvested_from_key on position (reinvested_from) where reinvested_from is not null;

grant select, insert on plan, plan_version, position to candor_app;
grant update (closed_at, closed_by, closed_because) on plan to candor_app;
grant update (extraordinary, effective_from, published_by, published_at) on plan_version to candor_app;
-- principal_cents: a return paid on the day of maturity may be added to the position it is reinvested in.
grant update (principal_cents, remaining_cents, status, at_maturity, matured_on, return_due, reversed_cents) on position
  to candor_app;
grant select on plan, plan_version, position to candor_read;

-- A position is unwound together with its deposit: both or none.
create trigger check_position_reversal before update on position for each row
  when (new.status = 'reversed' or old.status = 'reversed') execute function check_position_reversal();
create constraint trigger require_reversed_deposit after update on position deferrable initially deferred
  for each row when (new.status = 'reversed') execute function require_reversed_deposit();

-- A part that a member gave notice of: it accrues until its day and is cash then.
create table redemption_notice (
  id            text primary key check (id like 'not\_%'),
  position_id   text not null references position,
  member_id     text not null,
  amount_cents  bigint not null check (amount_cents > 0),
  submitted_on  date not null,
  ends_on       date not null check (ends_on > submitted_on),
  status        text not null check (status in ('waiting', 'done', 'cancelled')),
  closed_at     timestamptz,
  check ((status = 'waiting') = (closed_at is null))
);
create index redemption_notice_waiting on redemption_notice (ends_on, id) where status = 'waiting';
create index redemption_notice_position on redemption_notice (position_id);
create index redemption_notice_member on redemption_notice (member_id, ends_on, id);
grant select, insert on redemption_notice to candor_app;
grant update (amount_cents, status, closed_at) on redemption_notice to candor_app;
grant select on redemption_notice to candor_read;

-- A part of a position that became cash, for a withdrawal or because its notice ended: it stops accruing on its day.
create table position_redemption (
  id             text primary key check (id like 'red\_%'),
  position_id    text not null references position,
  withdrawal_id  text check (withdrawal_id like 'wdr\_%'),
  amount_cents   bigint not null check (amount_cents > 0),
  redeemed_on    date not null,
  -- The day a released withdrawal gave the part back.
  restored_on    date check (restored_on >= redeemed_on),
  notice_id      text unique references redemption_notice,
  unique (withdrawal_id, position_id),
  check ((withdrawal_id is null) <> (notice_id is null)),
  check (notice_id is null or restored_on is null)
);
create index position_redemption_position on position_redemption (position_id);
create trigger require_redemption_notice before insert on position_redemption for each row
  when (new.notice_id is null) execute function require_redemption_notice();
create trigger refuse_restoration before update of restored_on on position_redemption for each row
  when (new.restored_on is not null and new.notice_id is null) execute function refuse_restoration();
grant select, insert on position_redemption to candor_app;
grant update (restored_on) on position_redemption to candor_app;
grant select on position_redemption to candor_read;

-- Income and loss

-- What a plan earned, once two admins agreed to the evidence.
create table plan_income (
  id             text primary key check (id like 'inc\_%'),
  plan_id        text not null references plan,
  cents          bigint not null check (cents > 0),
  period_from    date not null,
  period_to      date not null check (period_to >= period_from),
  source         text not null check (btrim(source) <> ''),
  evidence_key   text not null,
  evidence_type  text not null,
  evidence_sha256  text not null check (evidence_sha256 ~ '^[0-9a-f]{64}$'),
  receipt_id     text not null unique,
  approval_id    text not null unique,
  recorded_on    date not null,
  recorded_at    timestamptz not null,
  -- How much of it went into distributions.
  used_cents     bigint not null default 0 check (used_cents between 0 and cents),
  -- The reversal of an income that was recorded by mistake, which two admins approved, see check_income_reversal().
  reversed_at    timestamptz check (reversed_at >= recorded_at),
  reversed_by    text,
  reversal_reason  text check (btrim(reversal_reason) <> ''),
  reversal_approval_id  text unique,
  check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null)
    and (reversed_at is null) = (reversal_approval_id is null)),
  -- What was paid to members is not taken back.
  check (reversed_at is null or used_cents = 0)
);
create index plan_income_plan on plan_income (plan_id, recorded_at, id);
create index plan_income_unused on plan_income (plan_id, recorded_at, id)
  where used_cents < cents and reversed_at is null;
create trigger check_income_reversal before update on plan_income
  for each row execute function check_income_reversal();
grant select, insert on plan_income to candor_app;
grant update (used_cents, reversed_at, reversed_by, reversal_reason, reversal_approval_id) on plan_income to candor_app;

-- What a plan lost, and each position's share of it.
create table plan_loss (
  id             text primary key check (id like 'los\_%'),
  plan_id        text not null references plan,
  cents          bigint not null check (cents > 0),
  period_from    date not null,
  period_to      date not null check (period_to >= period_from),
  cause          text not null check (btrim(cause) <> ''),
  evidence_key   text not null,
  evidence_type  text not null,
  evidence_sha256  text not null check (evidence_sha256 ~ '^[0-9a-f]{64}$'),
  approval_id    text not null unique,
  recorded_on    date not null,
  recorded_at    timestamptz not null
);
create index plan_loss_plan on plan_loss (plan_id, recorded_at, id);
create trigger require_settled_terms before insert on plan_loss for each row
  execute function require_settled_terms();

create table position_loss (
  loss_id       text not null references plan_loss,
  position_id   text not null references position,
  amount_cents  bigint not null check (amount_cents > 0),
  lost_on       date not null,
  primary key (loss_id, position_id)
);
create index position_loss_position on position_loss (position_id);
create trigger refuse_loss_after_term after insert on position_loss referencing new table as shares
  for each statement execute function refuse_loss_after_term();

grant select, insert on plan_loss, position_loss to candor_app;
grant select on plan_income, plan_loss, position_loss to candor_read;

-- Distributions

-- What is owed to members. It is a narrow table of its own, so that paying a return neither reads nor writes
-- `position`: what was paid of a return is what fell due less what is still owed. Member, plan and day never change.
create table owed_return (
  position_id  text primary key references position,
  member_id    text not null,
  plan_id      text not null,
  matured_on   date not null,
  cents        bigint not null check (cents > 0)
);
-- The order in which a plan pays.
create unique index owed_return_order on owed_return (plan_id, matured_on, position_id);

-- Only this trigger adds rows. A payout lowers or removes one.
create trigger owe_return after update of return_due on position for each row
  when (new.return_due <> old.return_due) execute function owe_return();
grant select, update (cents), delete on owed_return to candor_app;
grant select on owed_return to candor_read;

-- A sharing out of a plan's income among what is due: fixed when it begins, done in chunks, resumed where it stopped.
create table distribution (
  id              text primary key check (id like 'dst\_%'),
  plan_id         text not null references plan,
  on_day          date not null,
  funded_cents    bigint not null check (funded_cents > 0),
  due_cents       bigint not null check (due_cents >= funded_cents),
  -- Positions that matured later are part of the next one.
  upto_matured    date not null,
  upto_id         text not null,
  -- The last position that got its share, the running sum of what was due up to it, and of what was paid.
  done_matured    date,
  done_id         text,
  done_due        bigint not null default 0 check (done_due between 0 and due_cents),
  done_paid       bigint not null default 0 check (done_paid between 0 and funded_cents),
  begun_at        timestamptz not null,
  ended_at        timestamptz,
  -- Members are notified after it has ended, in the order of their ids: the last one notified, and when all were.
  notified_up_to  text,
  notified_at     timestamptz,
  check ((done_matured is null) = (done_id is null)),
  check (ended_at is null or (done_due = due_cents and done_paid = funded_cents)),
  constraint distribution_notified_after_end
    check (ended_at is not null or (notified_up_to is null and notified_at is null))
);
create unique index distribution_running on distribution (plan_id) where ended_at is null;
create index distribution_plan on distribution (plan_id, begun_at desc);
create index distribution_unnotified on distribution (ended_at, id) where notified_at is null and ended_at is not null;

-- The incomes that a distribution was funded from.
create table distribution_income (
  distribution_id  text not null references distribution,
  income_id        text not null references plan_income,
  cents            bigint not null check (cents > 0),
  primary key (distribution_id, income_id)
);
create index distribution_income_income on distribution_income (income_id);

-- A share that was paid. A distribution writes a million of them, so it has no foreign keys: check_payouts() finds one
-- without its position or distribution.
create table payout (
  distribution_id  text not null,
  position_id      text not null,
  cents            bigint not null check (cents > 0),
  primary key (position_id, distribution_id)
);
-- Payouts are summed and never read in order: an index of one column grows at its end only.
create index payout_distribution on payout (distribution_id);

grant select, insert on distribution, distribution_income, payout to candor_app;
grant update (done_matured, done_id, done_due, done_paid, ended_at, notified_up_to, notified_at) on distribution
  to candor_app;
grant select on distribution, distribution_income, payout to candor_read;

-- Days

-- What all positions of a plan had accrued by the end of a day: a control total, once a day.
create table accrual_run (
  plan_id    text not null references plan,
  day        date not null,
  positions  bigint not null check (positions >= 0),
  principal  bigint not null check (principal >= 0),
  accrued    bigint not null check (accrued >= 0),
  due        bigint not null check (due >= 0),
  run_at     timestamptz not null,
  primary key (plan_id, day)
);
grant select, insert on accrual_run to candor_app;

-- Which business days were settled: notice, maturity, accrual totals, distributions.
create table settled_day (
  day       date primary key,
  began_at  timestamptz not null,
  ended_at  timestamptz check (ended_at >= began_at)
);
grant select, insert on settled_day to candor_app;
grant update (ended_at) on settled_day to candor_app;
grant select on accrual_run, settled_day to candor_read;

do $$
declare
  name text;
begin
  foreach name in array array['plan_loss', 'position_loss', 'distribution_income', 'payout', 'accrual_run'] loop
    execute format(
      'create trigger append_only before update or delete on %I
        for each row execute function refuse_rewriting()', name);
    execute format(
      'create trigger never_emptied before truncate on %I
        for each statement execute function refuse_rewriting()', name);
  end loop;
end $$;

-- What is placed outside for a plan stays within its principal and income, and custody covers what is payable at once.
-- While assets are placed for a plan, a payment is returned capital unless its approval says that it is income.
create constraint trigger protect_placed_assets after insert on ledger.journal deferrable initially deferred
  for each row when (new.transfer_type in ('assets_placed', 'income_recorded'))
  execute function protect_placed_assets();
