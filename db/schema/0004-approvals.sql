-- What one member of staff proposes and another decides. Both tables are append-only: a decision is a row of its own,
-- bound to the hash of the content that was shown. The rules are triggers, so that no code above can bypass them.
--
-- functions: approvals.append_only, approvals.check_decision
set role ledger_owner;
set search_path = approvals;

create table proposal (
  id              text primary key check (id ~ '^prp_[0-9a-z]{20}$'),
  sequence        bigint generated always as identity unique,
  permission      text not null check (permission ~ '^[a-z-]+\.[a-z-]+$'),
  subject_id      text not null check (subject_id <> ''),
  content         text not null check (jsonb_typeof(content::jsonb) = 'object'),
  content_hash    bytea not null check (content_hash = sha256(convert_to(content, 'UTF8'))),
  -- Of what it will post, see ledger.posting_hash(). null: it posts nothing.
  posting_hash    bytea check (octet_length(posting_hash) = 32),
  proposed_by     text not null check (proposed_by ~ '^\S+$'),
  proposer_label  text not null check (proposer_label <> ''),
  proposed_at     timestamptz not null,
  expires_at      timestamptz not null check (expires_at > proposed_at)
);
create index proposal_subject on proposal (subject_id, sequence desc);

create table decision (
  proposal       text primary key references proposal,
  approved       boolean not null,
  -- Of the content that the decider was shown.
  content_hash   bytea not null,
  decided_by     text not null check (decided_by ~ '^\S+$'),
  decider_label  text not null check (decider_label <> ''),
  decided_at     timestamptz not null,
  reason         text check (btrim(reason) <> ''),
  check (approved or reason is not null)
);

-- Whether this installation moves real money. There, admins wait before they decide, loosened controls wait before they
-- take effect, and both are measured by the database's clock instead of the caller's.
create table installation (
  single_row  boolean primary key default true check (single_row),
  live        boolean not null default false
);
insert into installation default values;

create trigger append_only before update or delete on proposal for each row execute function append_only();
create trigger append_only before update or delete on decision for each row execute function append_only();
create trigger never_truncated before truncate on proposal execute function append_only();
create trigger never_truncated before truncate on decision execute function append_only();
create trigger check_decision before insert on decision for each row execute function check_decision();
