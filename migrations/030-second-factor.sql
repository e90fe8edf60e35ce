-- Second factors, passkeys, and what a session has proved. A secret that has to be read again rests encrypted, one that
-- only has to be recognised rests as a digest.

-- Somebody said 'this wasn't me': nothing opens a session of theirs until a new password was set by the mailed link.
alter table credential add column reported_at timestamptz;

-- When, and by what, the one who uses a session last proved who they are: some acts want it to be minutes ago.
alter table session add column proved_at timestamptz, add column proved_by text;
update session set proved_at = created_at, proved_by = 'password';
alter table session alter column proved_at set not null, alter column proved_by set not null,
  add check (proved_by in ('password', 'code', 'recovery-code', 'passkey')),
  add check (proved_at >= created_at),
  drop constraint session_ended_because_check,
  add constraint session_ended_because_check
    check (ended_because in ('log-out', 'password-change', 'password-reset', 'replaced', 'ended', 'factor-reset'));

-- An app that shows a code every half minute. Each step's code is taken once: the last step only grows.
create table authenticator (
  person_id     text primary key references credential,
  sealed_secret bytea not null check (octet_length(sealed_secret) between 40 and 100),
  made_at       timestamptz not null,
  confirmed_at  timestamptz check (confirmed_at >= made_at),
  last_step     bigint not null check (last_step >= 0)
);
create function steps_grow() returns trigger language plpgsql as $$ begin
  if old.confirmed_at is not null and (new.last_step <= old.last_step
    or (new.sealed_secret, new.made_at, new.confirmed_at) is distinct from (old.sealed_secret, old.made_at, old.confirmed_at)) then
    raise exception 'each step of an authenticator is used once' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger steps_grow before update on authenticator for each row execute function steps_grow();

-- Ways in when the other factor is lost, each once.
create table recovery_code (
  person_id   text not null references credential,
  code_digest bytea not null check (octet_length(code_digest) = 32),
  made_at     timestamptz not null,
  used_at     timestamptz check (used_at >= made_at),
  primary key (person_id, code_digest)
);
create function used_once() returns trigger language plpgsql as $$ begin
  if old.used_at is not null then raise exception 'this was used before' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger used_once before update on recovery_code for each row execute function used_once();

create table passkey (
  id            text primary key check (id ~ '^psk_[0-9a-z]{20}$'),
  person_id     text not null references credential,
  credential_id text not null unique check (credential_id ~ '^[\w-]+$' and length(credential_id) between 16 and 1400),
  public_key    bytea not null check (octet_length(public_key) between 30 and 2000),
  -- Signatures that the authenticator counted; 0 for good where it counts none.
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  name          text not null check (char_length(name) between 1 and 60),
  backed_up     boolean not null,
  added_at      timestamptz not null,
  used_at       timestamptz check (used_at >= added_at),
  -- Its count went back, so somebody has a copy of it: it opens nothing any more.
  copied_at     timestamptz check (copied_at >= added_at)
);
create index passkey_person on passkey (person_id, added_at);

-- What a passkey has to sign: once, within minutes, for one purpose, in the session or log-in that it was asked in.
create table passkey_challenge (
  digest     bytea primary key check (octet_length(digest) = 32),
  purpose    text not null check (purpose in ('register', 'log-in', 'second-factor', 'step-up')),
  bound_to   text not null check (bound_to <> ''),
  made_at    timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at)
);
create index passkey_challenge_expires on passkey_challenge (expires_at);

-- The right password was given, the second factor not yet: good for that alone, once.
create table log_in_ticket (
  digest     bytea primary key check (octet_length(digest) = 32),
  person_id  text not null references credential,
  remembered boolean not null,
  made_at    timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  used_at    timestamptz
);
create index log_in_ticket_expires on log_in_ticket (expires_at);
create trigger used_once before update on log_in_ticket for each row execute function used_once();

-- Tries to get in, good and failed, also at addresses that nobody has, so that both cost the same.
create table sign_in (
  id         text primary key check (id ~ '^sgn_[0-9a-z]{20}$'),
  sequence   bigint generated always as identity unique,
  person_id  text references credential,
  at         timestamptz not null,
  outcome    text not null check (outcome in ('good', 'wrong-password', 'wrong-factor')),
  by         text not null check (by in ('password', 'code', 'recovery-code', 'passkey')),
  -- Without its last part.
  near       text not null check (char_length(near) <= 60),
  user_agent text not null check (char_length(user_agent) <= 400),
  device     bytea check (octet_length(device) = 32),
  check (outcome <> 'good' or person_id is not null)
);
create index sign_in_person on sign_in (person_id, sequence desc);
create index sign_in_at on sign_in (at);

grant select, insert, update, delete on authenticator, recovery_code, passkey, log_in_ticket to candor_app;
grant select, insert, delete on passkey_challenge, sign_in to candor_app;
