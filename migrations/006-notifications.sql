-- The outbox keeps a template's name and its data; the words are rendered by the job that sends.
create table outbox (
  id text primary key check (id ~ '^mail_[0-9a-z]{20}$'),
  sequence bigint generated always as identity unique,
  member_id text,
  recipient text not null check (recipient ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$'),
  recipient_name text,
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  queued_at timestamptz not null,
  attempts integer not null check (attempts >= 0),
  last_error text,
  message_id text unique,
  sent_at timestamptz,
  check ((sent_at is null) = (message_id is null))
);
create index outbox_recipient on outbox (recipient, sequence desc);
create index outbox_member on outbox (member_id, sequence desc) where member_id is not null;
create index outbox_unsent on outbox (queued_at) where sent_at is null;

grant select, insert on outbox to candor_app;
grant update (attempts, last_error, message_id, sent_at, data) on outbox to candor_app;

-- Where the sandbox keeps mail when there is no mail server.
create table mailbox (
  id text primary key,
  sequence bigint generated always as identity unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null
);
create index mailbox_recipient on mailbox (recipient, sequence desc);

grant select, insert on mailbox to candor_app;
