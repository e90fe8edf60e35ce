-- The audit log: written in the transaction of what it records and never changed or deleted, and a hash
-- chain over all of them. Transactions write events at the same time without waiting for each other; a moment later
-- each event gets a place without gaps, and a hash of its content and of the previous hash.
--
-- functions: public.refuse_rewriting, public.queue_audit_link
create table audit_event (
  id           text primary key check (id ~ '^aev_[0-9a-z]{20}$'),
  sequence     bigint generated always as identity unique,
  at           timestamptz not null,
  actor_kind   text not null check (actor_kind in ('member', 'admin', 'system')),
  actor_id     text not null check (actor_id <> ''),
  actor_label  text not null check (actor_label <> ''),
  action       text not null check (action ~ '^[a-z]+([.-][a-z]+)+$'),
  subject_id   text not null check (subject_id <> ''),
  details      jsonb not null check (jsonb_typeof(details) = 'object')
);
create index audit_event_subject on audit_event (subject_id, sequence desc);
create index audit_event_actor on audit_event (actor_id, sequence desc);
create index audit_event_at on audit_event (at desc, sequence desc);

create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function refuse_rewriting();
create trigger audit_event_never_emptied before truncate on audit_event
  for each statement execute function refuse_rewriting();

grant select, insert on audit_event to candor_app;

-- Events that are not in the chain yet.
create table audit_pending (sequence bigint primary key);
create trigger queue_audit_link after insert on audit_event for each row execute function queue_audit_link();

create table audit_link (
  place           bigint primary key check (place > 0),
  audit_event_id  text not null unique,
  hash            bytea not null check (octet_length(hash) = 32)
);
create trigger audit_link_append_only before update or delete on audit_link
  for each row execute function refuse_rewriting();
create trigger audit_link_never_emptied before truncate on audit_link
  for each statement execute function refuse_rewriting();

-- candor_read may recompute the chain: it reads places and hashes, and nothing about people.
grant select on audit_link, audit_pending to candor_app;
grant select (place, hash) on audit_link to candor_read;
grant select on audit_pending to candor_read;
