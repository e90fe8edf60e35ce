-- Replies to messages from the public site.
--
-- functions: public.refuse_rewriting

-- A reply that was sent by email to the writer of an enquiry. It stays as it was sent, and goes with its enquiry.
create table enquiry_reply (
  id          text primary key check (id ~ '^rpl_[0-9a-z]{20}$'),
  sequence    bigint generated always as identity unique,
  enquiry_id  text not null references enquiry on delete cascade,
  message     text not null check (btrim(message) <> '' and char_length(message) <= 5000),
  sent_by     text not null check (sent_by <> ''),
  sent_at     timestamptz not null
);
create index enquiry_reply_thread on enquiry_reply (enquiry_id, sequence);
create trigger enquiry_reply_append_only before update on enquiry_reply
  for each row execute function refuse_rewriting();

-- The other messages of the same address.
create index enquiry_sender on enquiry (lower(email), sequence desc);

grant select, insert on enquiry_reply to candor_app;
