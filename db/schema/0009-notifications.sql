-- Mails and notifications in the app.

-- Mails to send. A row stores a template's name and its data; the job that sends it renders the text.
create table outbox (
  id              text primary key check (id ~ '^mail_[0-9a-z]{20}$'),
  sequence        bigint generated always as identity unique,
  member_id       text,
  recipient       text not null check (recipient ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$'),
  recipient_name  text,
  template        text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  data            jsonb not null check (jsonb_typeof(data) = 'object'),
  queued_at       timestamptz not null,
  attempts        integer not null check (attempts >= 0),
  last_error      text,
  message_id      text unique,
  sent_at         timestamptz,
  check ((sent_at is null) = (message_id is null))
);
create index outbox_recipient on outbox (recipient, sequence desc);
create index outbox_member on outbox (member_id, sequence desc) where member_id is not null;
create index outbox_unsent on outbox (queued_at) where sent_at is null;
create index outbox_sent on outbox (sent_at) where sent_at is not null;

grant select, insert, delete on outbox to candor_app;
grant update (attempts, last_error, message_id, sent_at, data) on outbox to candor_app;

-- Where the sandbox stores mail when there is no mail server.
create table mailbox (
  id         text primary key,
  sequence   bigint generated always as identity unique,
  recipient  text not null,
  subject    text not null,
  body_text  text not null,
  body_html  text not null,
  sent_at    timestamptz not null
);
create index mailbox_recipient on mailbox (recipient, sequence desc);
grant select, insert, delete on mailbox to candor_app;

-- Notifications that a member sees in the app, written with the mail of the same act.
create table notification (
  id          text primary key check (id ~ '^ntf_[0-9a-z]{20}$'),
  sequence    bigint generated always as identity unique,
  member_id   text not null,
  template    text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  kind        text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  data        jsonb not null check (jsonb_typeof(data) = 'object' and not data ?| array['code', 'link']),
  created_at  timestamptz not null,
  read_at     timestamptz check (read_at >= created_at)
);
create index notification_member on notification (member_id, sequence desc);
create index notification_unread on notification (member_id) where read_at is null;
create index notification_old on notification (created_at);

-- A member's choice of channels. Without a row everything is on. Security and money can't be muted.
create table notification_choice (
  member_id   text not null,
  kind        text not null check (kind not in ('security', 'money')),
  channel     text not null check (channel in ('app', 'mail')),
  enabled     boolean not null,
  changed_at  timestamptz not null,
  primary key (member_id, kind, channel)
);

grant select, insert, delete on notification, notification_choice to candor_app;
grant update (read_at) on notification to candor_app;
grant update (enabled, changed_at) on notification_choice to candor_app;
