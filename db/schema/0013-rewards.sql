-- Incentives: rewards for inviting a member and for claiming a campaign, paid from the operator's promotion account
-- only.
--
-- functions: public.refuse_rewriting, public.protect_campaign, public.limit_reward_levels, public.protect_reward

-- What a campaign says never changes: a countdown runs to a date that doesn't move. It is published once, and can end
-- early.
create table campaign (
  id             text primary key check (id ~ '^cmp_[0-9a-z]{20}$'),
  code           text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(code) between 2 and 40),
  name           text not null check (btrim(name) <> ''),
  message        text not null check (btrim(message) <> ''),
  amount_cents   bigint not null check (amount_cents > 0),
  budget_cents   bigint not null check (budget_cents >= amount_cents),
  -- How much of the budget has fallen due: never more than there is.
  used_cents     bigint not null default 0
                   check (used_cents between 0 and budget_cents and used_cents % amount_cents = 0),
  starts_on      date not null,
  ends_on        date not null check (ends_on >= starts_on),
  created_by     text not null check (created_by <> ''),
  created_at     timestamptz not null,
  published_by   text check (published_by <> ''),
  published_at   timestamptz check (published_at >= created_at),
  ended_by       text check (ended_by <> ''),
  ended_at       timestamptz check (ended_at >= published_at),
  ended_because  text check (btrim(ended_because) <> ''),
  check ((published_at is null) = (published_by is null)),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_because is null)),
  check (ended_at is null or published_at is not null),
  check (used_cents = 0 or published_at is not null),
  -- Spending takes two, as funding does: a large campaign is published by another admin than its creator, and none is
  -- claimed on the day it is published.
  constraint campaign_second_admin
    check (published_by <> created_by or (budget_cents < 100000 and amount_cents < 10000)),
  constraint campaign_starts_later
    check (starts_on > (published_at at time zone 'UTC')::date)
);
create index campaign_published on campaign (ends_on, id) where published_at is not null and ended_at is null;

create trigger protect_campaign before insert or update on campaign for each row execute function protect_campaign();
create trigger never_deleted before delete on campaign for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on campaign for each statement execute function refuse_rewriting();

grant select, insert on campaign to candor_app;
grant update (used_cents, published_by, published_at, ended_by, ended_at, ended_because) on campaign to candor_app;

-- What a first completed deposit is rewarded with: one row for its member's inviter, one for the campaign claimed.
-- waiting (a claim, until its turn at the budget) → due → paid; or refused, with the reason.
create table reward (
  id               text primary key check (id ~ '^rwd_[0-9a-z]{20}$'),
  sequence         bigint generated always as identity unique,
  kind             text not null check (kind in ('referral', 'campaign')),
  -- The member who is rewarded.
  member_id        text not null check (member_id like 'mem\_%'),
  -- The member whose first deposit it is.
  referred_id      text not null check (referred_id like 'mem\_%'),
  deposit_id       text not null check (deposit_id like 'dep\_%'),
  campaign_id      text references campaign,
  cents            bigint not null check (cents >= 0),
  noted_on         date not null,
  noted_at         timestamptz not null,
  due_at           timestamptz,
  paid_on          date,
  paid_at          timestamptz check (paid_at >= due_at),
  refused_because  text check (refused_because in
                     ('off', 'country', 'self_referral', 'nothing', 'unknown', 'not_running', 'budget_used',
                     'deposit_reversed')),
  unique (kind, deposit_id),
  check ((kind = 'referral') = (member_id <> referred_id)),
  check (kind = 'campaign' or campaign_id is null),
  check (refused_because is not null or (cents > 0 and (kind = 'campaign') = (campaign_id is not null))),
  check (refused_because is null or due_at is null),
  check (kind = 'campaign' or due_at is not null or refused_because is not null),
  check (paid_at is null or due_at is not null),
  check ((paid_on is null) = (paid_at is null))
);
-- One of each kind for a member; a reversed deposit was none, so that a later one is the first.
create unique index reward_once on reward (kind, referred_id) where refused_because is distinct from 'deposit_reversed';
create index reward_waiting on reward (sequence) where due_at is null and refused_because is null;
create index reward_due on reward (sequence) where due_at is not null and paid_at is null;
create index reward_member on reward (member_id, sequence desc);

create trigger limit_reward_levels before insert on reward for each row execute function limit_reward_levels();
create trigger protect_reward before update on reward for each row execute function protect_reward();
create trigger never_deleted before delete on reward for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on reward for each statement execute function refuse_rewriting();

grant select, insert on reward to candor_app;
grant update (due_at, paid_on, paid_at, refused_because) on reward to candor_app;
grant select on campaign, reward to candor_read;
