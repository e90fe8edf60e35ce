-- Whoever proves anew who they are goes on under a new token: a copy of the one before is worth nothing a moment later, which
-- is as long as what was on its way with it needs.
alter table session add column before_digest bytea check (octet_length(before_digest) = 32), add column before_until timestamptz,
  add constraint session_before check ((before_digest is null) = (before_until is null));
create unique index session_before on session (before_digest) where before_digest is not null;

-- 'This was not me' in a mail to one of the staff: works once, for three days, as a member's does.
create table staff_alarm_link (
  token_digest bytea primary key check (octet_length(token_digest) = 32),
  staff_id     text not null references staff,
  about        text not null check (about ~ '^[a-z]+(-[a-z]+)*$'),
  made_at      timestamptz not null,
  expires_at   timestamptz not null check (expires_at > made_at),
  used_at      timestamptz
);
create index staff_alarm_link_open on staff_alarm_link (staff_id) where used_at is null;

grant select, insert on staff_alarm_link to candor_app;
grant update (used_at) on staff_alarm_link to candor_app;
