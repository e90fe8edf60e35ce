-- Members, staff, and how they sign in.
--
-- functions: public.is_visible_name, public.split_words, public.protect_referral, public.refuse_reopening
-- functions: public.require_owner
-- functions: public.refuse_staff_deletion, public.require_later_step, public.refuse_reuse
-- functions: public.follow_staff_access

-- People

-- Every person who can sign in has a credential. Members and staff are two tables, so that neither can pass for the
-- other.
create table credential (
  person_id      text primary key check (person_id ~ '^(mem|adm)_[0-9a-z]{20}$'),
  password_hash  text not null,
  changed_at     timestamptz not null,
  -- Set when the person reported 'this wasn't me': no session opens until a new password was set by the mailed link.
  reported_at    timestamptz
);

create table member (
  id                        text primary key references credential deferrable initially deferred
                              check (id like 'mem\_%'),
  first_name                text not null check (char_length(first_name) between 1 and 80)
                              constraint member_first_name_visible check (is_visible_name(first_name)),
  last_name                 text not null check (char_length(last_name) between 1 and 80)
                              constraint member_last_name_visible check (is_visible_name(last_name)),
  email                     text not null unique check (email = lower(email) and char_length(email) <= 254),
  phone_number              text not null constraint member_phone_number_check
                              check (phone_number ~ '^\+[1-9][0-9]{4,14}$'
                                or (status = 'closed' and phone_number = '')),
  country                   text not null check (country ~ '^[A-Z]{2}$'),
  referral_code             text not null unique check (referral_code ~ '^[A-Z0-9]{8}$'),
  referred_by               text references member (referral_code) check (referred_by <> referral_code),
  campaign                  text check (char_length(campaign) between 1 and 80),
  status                    text not null check (status in ('unverified', 'active', 'suspended', 'closed')),
  suspended_reason          text check (char_length(suspended_reason) between 1 and 1000),
  review_on                 date,
  withdrawals_frozen_until  timestamptz,
  created_at                timestamptz not null,
  verified_at               timestamptz,
  last_sign_in_at           timestamptz,
  -- The business date of signing up. Inviter and campaign are given on it and never change, see protect_referral().
  signed_up_on              date not null,
  -- The version that a save has to name, so that two tabs don't overwrite each other.
  profile_version           integer not null default 1 check (profile_version > 0),
  closed_at                 timestamptz,
  search_terms              tsvector not null generated always as (array_to_tsvector(split_words(
                              first_name || ' ' || last_name || ' ' || email || ' ' || id || ' ' || referral_code
                              || ' ' || phone_number))) stored,
  check (status = 'closed' or (status = 'unverified') = (verified_at is null)),
  check ((status = 'suspended') = (suspended_reason is not null)),
  check ((status = 'suspended') = (review_on is not null)),
  -- A closed account is a row without a person: the ledger retains the id. No name, address, phone or
  -- country stays.
  check ((status = 'closed') = (closed_at is not null)),
  check (status <> 'closed' or (email = id || '@closed.invalid' and country = 'ZZ' and phone_number = ''))
);
create index member_created on member (created_at desc, id);
create index member_referred_by on member (referred_by) where referred_by is not null;
create index member_search_terms on member using gin (search_terms);
create index member_by_status on member (status, created_at desc, id);
create index member_by_name on member (first_name, last_name, id);

create trigger protect_referral before update on member for each row execute function protect_referral();
create trigger refuse_reopening before update on member for each row execute function refuse_reopening();

-- Staff who left stay on record with the reason, and can't sign in.
create table staff (
  id                text primary key references credential deferrable initially deferred check (id like 'adm\_%'),
  first_name        text not null check (char_length(first_name) between 1 and 80)
                      constraint staff_first_name_visible check (is_visible_name(first_name)),
  last_name         text not null check (char_length(last_name) between 1 and 80)
                      constraint staff_last_name_visible check (is_visible_name(last_name)),
  email             text not null unique check (email = lower(email) and char_length(email) <= 254),
  role              text not null check (role in ('viewer', 'support', 'finance', 'owner')),
  created_at        timestamptz not null,
  last_sign_in_at   timestamptz,
  suspended_at      timestamptz,
  suspended_reason  text check (char_length(suspended_reason) between 1 and 500),
  invited_by        text check (invited_by like 'adm\_%'),
  -- When the person joined, was reinstated or got a money role, whichever is last: a new decider waits.
  decides_since     timestamptz not null,
  -- When access last changed in any way: an approval decided before that is used up.
  changed_at        timestamptz not null,
  -- The other owner's decision on a money role, see follow_staff_access().
  approval_id       text,
  check ((suspended_at is null) = (suspended_reason is null))
);
create trigger follow_staff_access before insert or update of role, suspended_at, decides_since, changed_at, invited_by,
    approval_id, created_at on staff
  for each row execute function follow_staff_access();
create trigger require_owner before update of role, suspended_at on staff for each row
  when (old.role = 'owner' and old.suspended_at is null and (new.role <> 'owner' or new.suspended_at is not null))
  execute function require_owner();
create trigger refuse_staff_deletion before delete on staff for each row execute function refuse_staff_deletion();

grant select, insert, update on credential, member, staff to candor_app;
-- check_decision() reads when a decider joined.
grant select (id, suspended_at, decides_since) on staff to ledger_owner;

-- What each member agreed to, in the text that was shown.
create table consent (
  id         text primary key check (id like 'con\_%'),
  member_id  text not null references member,
  document   text not null check (document in ('terms', 'risk-disclosure')),
  version    text not null,
  statement  text not null,
  statement_sha256  text not null check (statement_sha256 = encode(sha256(convert_to(statement, 'UTF8')), 'hex')),
  shown_at   timestamptz not null,
  unique (member_id, document, version)
);
grant select, insert on consent to candor_app;

-- Sessions
--
-- Tokens are stored as digests: a reader of this table can't sign in with it.
create table session (
  id             text primary key check (id like 'ses\_%'),
  person_id      text not null references credential,
  token_digest   bytea not null unique check (octet_length(token_digest) = 32),
  remembered     boolean not null,
  created_at     timestamptz not null,
  last_used_at   timestamptz not null check (last_used_at >= created_at),
  idle_until     timestamptz not null,
  ends_at        timestamptz not null check (idle_until <= ends_at),
  ended_at       timestamptz,
  -- A word of the code's; a new reason needs no migration.
  ended_because  text check (ended_because ~ '^[a-z]+(-[a-z]+)*$'),
  address        text not null,
  user_agent     text not null check (char_length(user_agent) <= 400),
  -- When and how the person last proved who they are: some actions require that it was minutes ago.
  proved_at      timestamptz not null,
  proved_by      text not null check (proved_by in ('password', 'code', 'recovery-code', 'passkey')),
  -- A session continues under a new token after a step-up. The previous token works for a moment longer, for requests
  -- that were on their way with it.
  before_digest  bytea check (octet_length(before_digest) = 32),
  before_until   timestamptz,
  check ((ended_at is null) = (ended_because is null)),
  check (proved_at >= created_at),
  constraint session_before check ((before_digest is null) = (before_until is null))
);
create index session_open on session (person_id) where ended_at is null;
create unique index session_before on session (before_digest) where before_digest is not null;
create index session_old on session (coalesce(ended_at, least(idle_until, ends_at)));

-- One live code a member, with the link of the same mail; a new one replaces the previous.
create table email_code (
  member_id        text primary key references member,
  code_digest      bytea not null check (octet_length(code_digest) = 32),
  link_digest      bytea not null unique check (octet_length(link_digest) = 32),
  made_at          timestamptz not null,
  expires_at       timestamptz not null check (expires_at > made_at),
  link_expires_at  timestamptz not null check (link_expires_at >= expires_at),
  tries            smallint not null check (tries between 0 and 5)
);

create table reset_token (
  token_digest  bytea primary key check (octet_length(token_digest) = 32),
  person_id     text not null references credential,
  made_at       timestamptz not null,
  expires_at    timestamptz not null check (expires_at > made_at),
  used_at       timestamptz
);
create index reset_token_person on reset_token (person_id) where used_at is null;

grant select, insert, update on session, reset_token to candor_app;
grant select, insert, update, delete on email_code to candor_app;

-- Second factors
--
-- A secret that is read again is stored encrypted; one that is only compared is stored as a digest.

-- An app that shows a code every half minute. Each step's code is accepted once: the last step only grows.
create table authenticator (
  person_id         text primary key references credential,
  encrypted_secret  bytea not null check (octet_length(encrypted_secret) between 40 and 100),
  made_at           timestamptz not null,
  confirmed_at      timestamptz check (confirmed_at >= made_at),
  last_step         bigint not null check (last_step >= 0)
);
create trigger require_later_step before update on authenticator for each row execute function require_later_step();

-- Codes for when the other factor is lost, each valid once.
create table recovery_code (
  person_id    text not null references credential,
  code_digest  bytea not null check (octet_length(code_digest) = 32),
  made_at      timestamptz not null,
  used_at      timestamptz check (used_at >= made_at),
  primary key (person_id, code_digest)
);
create trigger refuse_reuse before update on recovery_code for each row execute function refuse_reuse();

create table passkey (
  id             text primary key check (id ~ '^psk_[0-9a-z]{20}$'),
  person_id      text not null references credential,
  credential_id  text not null unique check (credential_id ~ '^[\w-]+$' and length(credential_id) between 16 and 1400),
  public_key     bytea not null check (octet_length(public_key) between 30 and 2000),
  -- Signatures that the authenticator counted; always 0 where it counts none.
  counter        bigint not null check (counter >= 0),
  transports     text[] not null,
  name           text not null check (char_length(name) between 1 and 60),
  backed_up      boolean not null,
  added_at       timestamptz not null,
  used_at        timestamptz check (used_at >= added_at),
  -- Its count went back, so a copy of it exists: it is no longer accepted.
  copied_at      timestamptz check (copied_at >= added_at)
);
create index passkey_person on passkey (person_id, added_at);

-- What a passkey has to sign: once, within minutes, for one purpose, in the session or sign-in that requested it.
create table passkey_challenge (
  digest      bytea primary key check (octet_length(digest) = 32),
  purpose     text not null check (purpose in ('register', 'log-in', 'second-factor', 'step-up')),
  bound_to    text not null check (bound_to <> ''),
  made_at     timestamptz not null,
  expires_at  timestamptz not null check (expires_at > made_at)
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- A correct password that still needs the second factor: valid for that only, and once.
create table mfa_challenge (
  digest      bytea primary key check (octet_length(digest) = 32),
  person_id   text not null references credential,
  remembered  boolean not null,
  made_at     timestamptz not null,
  expires_at  timestamptz not null check (expires_at > made_at),
  used_at     timestamptz
);
create index mfa_challenge_expires on mfa_challenge (expires_at);
create trigger refuse_reuse before update on mfa_challenge for each row execute function refuse_reuse();

-- Sign-in attempts, successful and failed, also with addresses that have no account, so that both cost the same.
create table sign_in (
  id          text primary key check (id ~ '^sgn_[0-9a-z]{20}$'),
  sequence    bigint generated always as identity unique,
  person_id   text references credential,
  at          timestamptz not null,
  outcome     text not null check (outcome in ('good', 'wrong-password', 'wrong-factor')),
  by          text not null check (by in ('password', 'code', 'recovery-code', 'passkey')),
  -- The network address without its last part.
  near        text not null check (char_length(near) <= 60),
  user_agent  text not null check (char_length(user_agent) <= 400),
  device      bytea check (octet_length(device) = 32),
  check (outcome <> 'good' or person_id is not null)
);
create index sign_in_person on sign_in (person_id, sequence desc);
create index sign_in_at on sign_in (at);
-- A browser in which the person has signed in has attempts of its own, so that others can't lock the person out.
create index sign_in_device on sign_in (person_id, device) where outcome = 'good' and device is not null;

grant select, insert, update, delete on authenticator, recovery_code, passkey, mfa_challenge to candor_app;
grant select, insert, delete on passkey_challenge, sign_in to candor_app;

-- A member of staff has lost every second factor. A second admin agreed to remove them, all staff are notified, and it
-- happens a day later unless it is stopped, or the person shows a factor.
create table staff_factor_reset (
  id          text primary key check (id ~ '^sfr_[0-9a-z]{20}$'),
  staff_id    text not null references staff,
  reason      text not null check (btrim(reason) <> ''),
  agreed_at   timestamptz not null,
  agreed_by   text not null check (agreed_by <> ''),
  due_at      timestamptz not null check (due_at >= agreed_at),
  done_at     timestamptz check (done_at >= due_at),
  stopped_at  timestamptz,
  stopped_by  text check (stopped_by <> ''),
  check (done_at is null or stopped_at is null),
  check ((stopped_at is null) = (stopped_by is null))
);
create unique index staff_factor_reset_open on staff_factor_reset (staff_id)
  where done_at is null and stopped_at is null;
grant select, insert on staff_factor_reset to candor_app;
grant update (done_at, stopped_at, stopped_by) on staff_factor_reset to candor_app;

-- Links in mails

-- An email address that a member wants to change to. Where another account has that address, the row has no link.
create table email_change (
  id            text primary key check (id ~ '^emc_[0-9a-z]{20}$'),
  member_id     text not null references member,
  old_email     text not null,
  new_email     text not null check (new_email = lower(new_email) and char_length(new_email) <= 254
                  and new_email <> old_email),
  token_digest  bytea unique check (octet_length(token_digest) = 32),
  requested_at  timestamptz not null,
  expires_at    timestamptz not null check (expires_at > requested_at),
  done_at       timestamptz,
  ended_at      timestamptz,
  check (done_at is null or ended_at is null)
);
create unique index email_change_open on email_change (member_id) where done_at is null and ended_at is null;

-- The link 'this was not me' of a mail to a member: it works once, freezes at once, and restores a changed address.
create table compromise_link (
  token_digest  bytea primary key check (octet_length(token_digest) = 32),
  member_id     text not null references member,
  about         text not null check (about ~ '^[a-z]+(-[a-z]+)*$'),
  -- The address to restore, when the mail was about a change of address.
  old_email     text,
  made_at       timestamptz not null,
  expires_at    timestamptz not null check (expires_at > made_at),
  used_at       timestamptz
);
create index compromise_link_member on compromise_link (member_id) where used_at is null;

-- The same link in a mail to staff: it works once, for three days.
create table staff_compromise_link (
  token_digest  bytea primary key check (octet_length(token_digest) = 32),
  staff_id      text not null references staff,
  about         text not null check (about ~ '^[a-z]+(-[a-z]+)*$'),
  made_at       timestamptz not null,
  expires_at    timestamptz not null check (expires_at > made_at),
  used_at       timestamptz
);
create index staff_compromise_link_open on staff_compromise_link (staff_id) where used_at is null;

grant select, insert, delete on email_change, compromise_link to candor_app;
grant select, insert on staff_compromise_link to candor_app;
grant update (done_at, ended_at) on email_change to candor_app;
grant update (used_at) on compromise_link, staff_compromise_link to candor_app;

-- Own data and leaving

-- A member's own data in one file, made by a job.
create table data_export (
  id            text primary key check (id ~ '^dos_[0-9a-z]{20}$'),
  member_id     text not null,
  status        text not null check (status in ('waiting', 'ready', 'failed', 'gone')),
  done_parts    integer not null check (done_parts between 0 and all_parts),
  all_parts     integer not null check (all_parts > 0),
  requested_at  timestamptz not null,
  ready_at      timestamptz,
  expires_at    timestamptz,
  bytes         bigint check (bytes > 0),
  sha256      text check (length(sha256) = 64),
  check ((ready_at is null) = (status in ('waiting', 'failed')) or status = 'gone'),
  check (status <> 'ready'
    or (expires_at > ready_at and bytes is not null and sha256 is not null and done_parts = all_parts))
);
create index data_export_member on data_export (member_id, requested_at desc);
create index data_export_ready on data_export (expires_at) where status = 'ready';
create unique index data_export_waiting on data_export (member_id) where status = 'waiting';

-- Closed accounts, and which of their data has been erased since: data under a legal retention period goes when it
-- ends.
create table account_closing (
  member_id           text primary key,
  closed_at           timestamptz not null,
  by_staff            boolean not null,
  reason              text check (btrim(reason) <> ''),
  proofs_erased_at    timestamptz,
  messages_erased_at  timestamptz
);
create index account_closing_open on account_closing (closed_at)
  where proofs_erased_at is null or messages_erased_at is null;

grant select, insert on data_export, account_closing to candor_app;
grant update (status, done_parts, ready_at, expires_at, bytes, sha256) on data_export to candor_app;
grant update (proofs_erased_at, messages_erased_at) on account_closing to candor_app;
