-- Incentives: what inviting somebody, or claiming a campaign, is rewarded with. Paid from the operator's promotion account alone.

alter table setting drop constraint setting_name_check;
alter table setting add constraint setting_name_check
  check (name in ('operator', 'withdrawals', 'plans', 'pauses', 'legal', 'referral', 'campaigns'));

-- Who brought a member and what they claimed is said once, when they sign up, on this day of the house. So nobody can be brought
-- by somebody who came later: referrals have no loops.
alter table member add column signed_up_on date;
update member set signed_up_on = (created_at at time zone 'UTC')::date;
alter table member alter column signed_up_on set not null;
create function referral_stays() returns trigger language plpgsql as $$ begin
  if (new.referral_code, new.referred_by, new.campaign, new.signed_up_on)
    is distinct from (old.referral_code, old.referred_by, old.campaign, old.signed_up_on) then
    raise exception 'what a member said at sign-up stays' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger referral_stays before update on member for each row execute function referral_stays();

-- What a campaign says never changes: a countdown runs to a date that doesn't move. It is published once, and can end early.
create table campaign (
  id            text primary key check (id ~ '^cmp_[0-9a-z]{20}$'),
  code          text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(code) between 2 and 40),
  name          text not null check (btrim(name) <> ''),
  words         text not null check (btrim(words) <> ''),
  amount_cents  bigint not null check (amount_cents > 0),
  budget_cents  bigint not null check (budget_cents >= amount_cents),
  -- How much of the budget has fallen due: never more than there is.
  used_cents    bigint not null default 0 check (used_cents between 0 and budget_cents and used_cents % amount_cents = 0),
  starts_on     date not null,
  ends_on       date not null check (ends_on >= starts_on),
  created_by    text not null check (created_by <> ''),
  created_at    timestamptz not null,
  published_by  text check (published_by <> ''),
  published_at  timestamptz check (published_at >= created_at),
  ended_by      text check (ended_by <> ''),
  ended_at      timestamptz check (ended_at >= published_at),
  ended_because text check (btrim(ended_because) <> ''),
  check ((published_at is null) = (published_by is null)),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_because is null)),
  check (ended_at is null or published_at is not null),
  check (used_cents = 0 or published_at is not null)
);
create index campaign_published on campaign (ends_on, id) where published_at is not null and ended_at is null;
create function campaign_stays() returns trigger language plpgsql as $$ begin
  if (new.id, new.code, new.name, new.words, new.amount_cents, new.budget_cents, new.starts_on, new.ends_on, new.created_by, new.created_at)
      is distinct from (old.id, old.code, old.name, old.words, old.amount_cents, old.budget_cents, old.starts_on, old.ends_on, old.created_by, old.created_at)
    or (old.published_at is not null and (new.published_by, new.published_at) is distinct from (old.published_by, old.published_at))
    or (old.ended_at is not null and (new.ended_by, new.ended_at, new.ended_because) is distinct from (old.ended_by, old.ended_at, old.ended_because))
    or new.used_cents < old.used_cents then
    raise exception 'what a campaign says stays' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger campaign_stays before update on campaign for each row execute function campaign_stays();
grant select, insert on campaign to candor_app;
grant update (used_cents, published_by, published_at, ended_by, ended_at, ended_because) on campaign to candor_app;

-- What a first completed deposit is rewarded with: one row for who brought its member, one for what its member claimed.
-- waiting (a claim, until its turn at the budget) → due → paid; or refused, with the reason.
create table reward (
  id              text primary key check (id ~ '^rwd_[0-9a-z]{20}$'),
  sequence        bigint generated always as identity unique,
  kind            text not null check (kind in ('referral', 'campaign')),
  member_id       text not null check (member_id like 'mem\_%'),        -- who is rewarded
  referred_id     text not null check (referred_id like 'mem\_%'),      -- whose first deposit it is
  deposit_id      text not null check (deposit_id like 'dep\_%'),
  campaign_id     text references campaign,
  cents           bigint not null check (cents >= 0),
  noted_on        date not null,
  noted_at        timestamptz not null,
  due_at          timestamptz,
  paid_on         date,
  paid_at         timestamptz check (paid_at >= due_at),
  refused_because text check (refused_because in ('off', 'country', 'self_referral', 'nothing', 'unknown', 'not_running', 'budget_used')),
  unique (kind, referred_id),
  unique (kind, deposit_id),
  check ((kind = 'referral') = (member_id <> referred_id)),
  check (kind = 'campaign' or campaign_id is null),
  check (refused_because is not null or (cents > 0 and (kind = 'campaign') = (campaign_id is not null))),
  check (refused_because is null or due_at is null),
  check (kind = 'campaign' or due_at is not null or refused_because is not null),
  check (paid_at is null or due_at is not null),
  check ((paid_on is null) = (paid_at is null))
);
create index reward_waiting on reward (sequence) where due_at is null and refused_because is null;
create index reward_due on reward (sequence) where due_at is not null and paid_at is null;
create index reward_member on reward (member_id, sequence desc);

-- One level: an invitation rewards the one who made it, and nobody above.
create function reward_one_level() returns trigger language plpgsql as $$ begin
  if new.kind = 'referral' and not exists (select from member r join member i on i.referral_code = r.referred_by
    where r.id = new.referred_id and i.id = new.member_id) then
    raise exception 'a referral rewards the inviter alone' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger reward_one_level before insert on reward for each row execute function reward_one_level();
-- A claim is decided once, and what is due is paid once; nothing else of a reward ever changes.
create function reward_stays() returns trigger language plpgsql as $$ begin
  if (to_jsonb(new) - '{due_at,refused_because,paid_on,paid_at}'::text[]) <> (to_jsonb(old) - '{due_at,refused_because,paid_on,paid_at}'::text[])
    or ((old.due_at is not null or old.refused_because is not null)
      and (new.due_at, new.refused_because) is distinct from (old.due_at, old.refused_because))
    or (old.paid_at is not null and (new.paid_on, new.paid_at) is distinct from (old.paid_on, old.paid_at)) then
    raise exception 'what a reward says stays' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger reward_stays before update on reward for each row execute function reward_stays();
create trigger never_deleted before delete on reward for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on reward for each statement execute function refuse_rewriting();
create trigger never_deleted before delete on campaign for each row execute function refuse_rewriting();
create trigger never_emptied before truncate on campaign for each statement execute function refuse_rewriting();
grant select, insert on reward to candor_app;
grant update (due_at, paid_on, paid_at, refused_because) on reward to candor_app;
grant select on campaign, reward to candor_read;
