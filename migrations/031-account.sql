-- A member's own account: profile, notices, own data in one file, and closing it.

-- Two tabs don't overwrite each other: whoever saves says which version was read.
alter table member add column profile_version integer not null default 1 check (profile_version > 0);

-- Who has left is a row without a person: the books keep the id, nothing of the name, address, phone or country stays.
alter table member drop constraint member_status_check;
alter table member add constraint member_status_check check (status in ('unverified', 'active', 'suspended', 'closed'));
alter table member drop constraint member_check1;
alter table member add constraint member_check1 check (status = 'closed' or (status = 'unverified') = (verified_at is null));
alter table member drop constraint member_phone_number_check;
alter table member add constraint member_phone_number_check
  check (phone_number ~ '^\+[1-9][0-9]{4,14}$' or (status = 'closed' and phone_number = ''));
alter table member add column closed_at timestamptz;
alter table member add check ((status = 'closed') = (closed_at is not null));
alter table member add check (status <> 'closed' or (email = id || '@closed.invalid' and country = 'ZZ' and phone_number = ''));

create function closed_stays_closed() returns trigger language plpgsql as $$ begin
  if old.status = 'closed' and new is distinct from old then
    raise exception 'a closed account stays closed' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger closed_stays_closed before update on member for each row execute function closed_stays_closed();

-- Nobody pays to, or is paid from, an account that is closed, whatever the code above says.
create function nobody_is_there() returns trigger language plpgsql as $$ declare now_is text; begin
  select status into now_is from member where id = new.member_id for share; -- whoever closes it at this moment waits, or is waited for
  if now_is = 'closed' then
    raise exception 'this account is closed' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger nobody_is_there before insert on deposit for each row execute function nobody_is_there();
create trigger nobody_comes_back before update on deposit for each row
  when (new.status in ('awaiting_payment', 'pending', 'completed') and new.status <> old.status) execute function nobody_is_there();
create trigger nobody_is_there before insert on withdrawal for each row execute function nobody_is_there();
create trigger nobody_is_there before insert on wallet for each row execute function nobody_is_there();

-- Why a session ended is a word of the house's own; further ways of ending one need no new migration.
alter table session drop constraint session_ended_because_check;
alter table session add constraint session_ended_because_check check (ended_because ~ '^[a-z]+(-[a-z]+)*$');

-- An address that a member wants to change to. Asked for an address that somebody has already there is a row too, and no link.
create table email_change (
  id           text primary key check (id ~ '^emc_[0-9a-z]{20}$'),
  member_id    text not null references member,
  old_email    text not null,
  new_email    text not null check (new_email = lower(new_email) and char_length(new_email) <= 254 and new_email <> old_email),
  token_digest bytea unique check (octet_length(token_digest) = 32),
  asked_at     timestamptz not null,
  expires_at   timestamptz not null check (expires_at > asked_at),
  done_at      timestamptz,
  ended_at     timestamptz,
  check (done_at is null or ended_at is null)
);
create unique index email_change_open on email_change (member_id) where done_at is null and ended_at is null;

-- The link 'this was not me' of a mail: it works once, freezes at once, and gives a changed address back.
create table alarm_link (
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  member_id    text not null references member,
  about        text not null check (about ~ '^[a-z]+(-[a-z]+)*$'),
  -- Where the account goes back to, when the mail was about a change of address.
  old_email    text,
  made_at      timestamptz not null,
  expires_at   timestamptz not null check (expires_at > made_at),
  used_at      timestamptz
);
create index alarm_link_member on alarm_link (member_id) where used_at is null;

-- What a member is told in the app, written with the mail of the same act.
create table notification (
  id         text primary key check (id ~ '^ntf_[0-9a-z]{20}$'),
  sequence   bigint generated always as identity unique,
  member_id  text not null,
  template   text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  kind       text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  data       jsonb not null check (jsonb_typeof(data) = 'object' and not data ?| array['code', 'link']),
  created_at timestamptz not null,
  read_at    timestamptz check (read_at >= created_at)
);
create index notification_member on notification (member_id, sequence desc);
create index notification_unread on notification (member_id) where read_at is null;
create index notification_old on notification (created_at);

-- A row stands here only where a member has chosen; until then everything is on. Security and money can't be muted.
create table notification_choice (
  member_id  text not null,
  kind       text not null check (kind not in ('security', 'money')),
  channel    text not null check (channel in ('app', 'mail')),
  wanted     boolean not null,
  changed_at timestamptz not null,
  primary key (member_id, kind, channel)
);

-- A member's own data in one file, made by a job.
create table dossier (
  id          text primary key check (id ~ '^dos_[0-9a-z]{20}$'),
  member_id   text not null,
  status      text not null check (status in ('waiting', 'ready', 'failed', 'gone')),
  done_parts  integer not null check (done_parts between 0 and all_parts),
  all_parts   integer not null check (all_parts > 0),
  asked_at    timestamptz not null,
  ready_at    timestamptz,
  expires_at  timestamptz,
  bytes       bigint check (bytes > 0),
  sha256      text check (length(sha256) = 64),
  check ((ready_at is null) = (status in ('waiting', 'failed')) or status = 'gone'),
  check (status <> 'ready' or (expires_at > ready_at and bytes is not null and sha256 is not null and done_parts = all_parts))
);
create index dossier_member on dossier (member_id, asked_at desc);
create index dossier_ready on dossier (expires_at) where status = 'ready';
create unique index dossier_waiting on dossier (member_id) where status = 'waiting';

-- Who left when, and what of theirs has been erased since: what the law has an operator keep goes when its time is over.
create table account_closing (
  member_id          text primary key,
  closed_at          timestamptz not null,
  by_staff           boolean not null,
  reason             text check (btrim(reason) <> ''),
  proofs_erased_at   timestamptz,
  messages_erased_at timestamptz
);
create index account_closing_open on account_closing (closed_at) where proofs_erased_at is null or messages_erased_at is null;

-- Names of settings are the code's; a new one needs no migration.
alter table setting drop constraint setting_name_check;
alter table setting add constraint setting_name_check check (name ~ '^[a-z]+([A-Z][a-z]+)*$');

grant select, insert on email_change, alarm_link, notification, notification_choice, dossier, account_closing to candor_app;
grant update (done_at, ended_at) on email_change to candor_app;
grant update (used_at) on alarm_link to candor_app;
grant update (read_at) on notification to candor_app;
grant delete on notification, notification_choice, email_change, alarm_link, outbox, wallet to candor_app;
grant update (wanted, changed_at) on notification_choice to candor_app;
grant update (status, done_parts, ready_at, expires_at, bytes, sha256) on dossier to candor_app;
grant update (proofs_erased_at, messages_erased_at) on account_closing to candor_app;
