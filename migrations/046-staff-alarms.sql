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
