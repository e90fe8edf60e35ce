-- What members can invest in. A plan is a name in a family; what it offers stands in its versions, which never change.
create table plan (
  id         text primary key check (id like 'pln\_%'),
  family     text not null check (family in ('crypto', 'real_estate')),
  name       text not null check (name <> '' and length(name) <= 60),
  created_at timestamptz not null,
  unique (family, name)
);

create table plan_version (
  id             text primary key check (id like 'plv\_%'),
  plan_id        text not null references plan,
  number         integer not null check (number >= 1),
  min_cents      bigint not null check (min_cents > 0),
  max_cents      bigint not null check (max_cents >= min_cents),
  target_bps     integer not null check (target_bps between 0 and 1000000),
  term_days      integer not null check (term_days between 1 and 3650),
  liquidity      text not null check (liquidity <> ''),
  fees           text not null check (fees <> ''),
  basis          text not null check (basis <> ''),
  risk           text not null check (risk <> ''),
  sample         boolean not null,
  extraordinary  boolean not null,
  effective_from date not null,
  proposed_by    text not null check (proposed_by <> ''),
  proposed_at    timestamptz not null,
  published_by   text check (published_by <> ''),
  published_at   timestamptz,
  unique (plan_id, number),
  check ((published_by is null) = (published_at is null)),
  check (published_at >= proposed_at),
  -- Out of the ordinary, by the simple yearly equivalent at least: then a second admin publishes it.
  check (extraordinary or target_bps::bigint * 365 <= 3000 * term_days),
  check (not extraordinary or published_by <> proposed_by)
);

-- A member's money in a plan version. The target and the term are copied: what was agreed can't move.
create table position (
  id              text primary key check (id like 'pos\_%'),
  member_id       text not null check (member_id like 'mem\_%'),
  plan_version_id text not null references plan_version,
  deposit_id      text not null unique check (deposit_id like 'dep\_%'),
  principal_cents bigint not null check (principal_cents > 0),
  remaining_cents bigint not null check (remaining_cents between 0 and principal_cents),
  target_bps      integer not null check (target_bps >= 0),
  term_days       integer not null check (term_days > 0),
  opened_on       date not null,
  matures_on      date not null,
  status          text not null check (status in ('open', 'redeemed', 'matured')),
  check (matures_on = opened_on + term_days),
  check ((status = 'open') = (remaining_cents > 0))
);
create index position_member on position (member_id, opened_on desc, id desc);
create index position_version on position (plan_version_id);

-- A part that was withdrawn: it stops accruing on its day. Restored when the withdrawal was released.
create table position_redemption (
  id            text primary key check (id like 'red\_%'),
  position_id   text not null references position,
  withdrawal_id text not null check (withdrawal_id like 'wdr\_%'),
  amount_cents  bigint not null check (amount_cents > 0),
  redeemed_on   date not null,
  restored_on   date check (restored_on >= redeemed_on),
  unique (withdrawal_id, position_id)
);
create index position_redemption_position on position_redemption (position_id);

grant select, insert on plan, plan_version, position, position_redemption to candor_app;
grant update (extraordinary, effective_from, published_by, published_at) on plan_version to candor_app;
grant update (remaining_cents, status) on position to candor_app;
grant update (restored_on) on position_redemption to candor_app;
