-- Whoever can sign in has a credential; members and staff are two tables, so that neither can pass for the other.
create table credential (
  person_id text primary key check (person_id ~ '^(mem|adm)_[0-9a-z]{20}$'),
  password_hash text not null,
  changed_at timestamptz not null
);

create table member (
  id text primary key references credential deferrable initially deferred check (id like 'mem\_%'),
  first_name text not null check (char_length(first_name) between 1 and 80),
  last_name text not null check (char_length(last_name) between 1 and 80),
  email text not null unique check (email = lower(email) and char_length(email) <= 254),
  phone_number text not null check (phone_number ~ '^\+[1-9][0-9]{4,14}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  referral_code text not null unique check (referral_code ~ '^[A-Z0-9]{8}$'),
  referred_by text references member (referral_code) check (referred_by <> referral_code),
  campaign text check (char_length(campaign) between 1 and 80),
  status text not null check (status in ('unverified', 'active', 'suspended')),
  suspended_reason text check (char_length(suspended_reason) between 1 and 1000),
  review_on date,
  withdrawals_frozen_until timestamptz,
  created_at timestamptz not null,
  verified_at timestamptz,
  last_sign_in_at timestamptz,
  check ((status = 'unverified') = (verified_at is null)),
  check ((status = 'suspended') = (suspended_reason is not null)),
  check ((status = 'suspended') = (review_on is not null))
);
create index member_created on member (created_at desc, id);
create index member_referred_by on member (referred_by) where referred_by is not null;

create table staff (
  id text primary key references credential deferrable initially deferred check (id like 'adm\_%'),
  first_name text not null check (char_length(first_name) between 1 and 80),
  last_name text not null check (char_length(last_name) between 1 and 80),
  email text not null unique check (email = lower(email) and char_length(email) <= 254),
  role text not null check (role in ('viewer', 'support', 'finance', 'owner')),
  created_at timestamptz not null,
  last_sign_in_at timestamptz
);

-- What each member agreed to, in the words that were shown.
create table consent (
  id text primary key check (id like 'con\_%'),
  member_id text not null references member,
  document text not null check (document in ('terms', 'risk-disclosure')),
  version text not null,
  statement text not null,
  statement_sha256 text not null check (statement_sha256 = encode(sha256(convert_to(statement, 'UTF8')), 'hex')),
  shown_at timestamptz not null,
  unique (member_id, document, version)
);

-- Tokens are kept as digests: who reads this table can't sign in with it.
create table session (
  id text primary key check (id like 'ses\_%'),
  person_id text not null references credential,
  token_digest bytea not null unique check (octet_length(token_digest) = 32),
  remembered boolean not null,
  created_at timestamptz not null,
  seen_at timestamptz not null check (seen_at >= created_at),
  idle_until timestamptz not null,
  ends_at timestamptz not null check (idle_until <= ends_at),
  ended_at timestamptz,
  ended_because text check (ended_because in ('log-out', 'password-change', 'password-reset', 'replaced')),
  address text not null,
  user_agent text not null check (char_length(user_agent) <= 400),
  check ((ended_at is null) = (ended_because is null))
);
create index session_open on session (person_id) where ended_at is null;

-- One live code a member, and the link of the same mail; a new one takes the place of the last.
create table email_code (
  member_id text primary key references member,
  code_digest bytea not null check (octet_length(code_digest) = 32),
  link_digest bytea not null unique check (octet_length(link_digest) = 32),
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  link_expires_at timestamptz not null check (link_expires_at >= expires_at),
  tries smallint not null check (tries between 0 and 5)
);

create table reset_token (
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  person_id text not null references credential,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  used_at timestamptz
);
create index reset_token_person on reset_token (person_id) where used_at is null;

grant select, insert, update on credential, member, staff, session, reset_token to candor_app;
grant select, insert, update, delete on email_code to candor_app;
grant select, insert on consent to candor_app;
