-- Identity verification: what members declare about themselves, the documents that prove it, and the decision of staff
-- or of a provider. Documents are encrypted files: a row holds the key of its file, wrapped by a key of the operator's.
--
-- functions: public.protect_identity_details, public.protect_verification, public.protect_verification_document
-- functions: public.refuse_rewriting

-- What a member declares before the first document. Another version needs another verification.
create table member_identity (
  member_id    text primary key references member on delete cascade,
  birth_date   date not null check (birth_date >= date '1900-01-01'),
  nationality  text not null check (nationality ~ '^[A-Z]{2}$'),
  street       text not null check (btrim(street) <> '' and char_length(street) <= 200),
  city         text not null check (btrim(city) <> '' and char_length(city) <= 100),
  -- Empty where a country has none.
  postal_code  text not null check (char_length(postal_code) <= 20),
  country      text not null check (country ~ '^[A-Z]{2}$'),
  version      integer not null default 1 check (version > 0),
  -- The business date, by which a member is of age.
  declared_on  date not null,
  updated_at   timestamptz not null,
  check (birth_date + interval '18 years' <= declared_on)
);
create trigger protect_identity_details before insert or update or delete on member_identity
  for each row execute function protect_identity_details();

-- One attempt of a member to reach a level. A next attempt is a row of its own.
create table identity_verification (
  id                  text primary key check (id ~ '^ver_[0-9a-z]{20}$'),
  sequence            bigint generated always as identity unique,
  member_id           text not null references member,
  level               text not null check (level in ('basic', 'full', 'source_of_funds')),
  provider            text not null check (provider in ('desk', 'sumsub')),
  status              text not null check (status in
                        ('waiting_for_member', 'in_review', 'passed', 'try_again', 'refused', 'expired')),
  begun_at            timestamptz not null,
  -- The code that the photo has to show, and the day that it was given on.
  code                text check (code ~ '^[0-9]{6}$'),
  code_on             date,
  -- As submitted: the time, the promised time of the decision, and what the member stated then.
  submitted_at        timestamptz,
  due_at              timestamptz check (due_at > submitted_at),
  name                text check (btrim(name) <> ''),
  details             jsonb check (jsonb_typeof(details) = 'object'),
  identity_version    integer check (identity_version > 0),
  -- Of the member, the level, the statements and the documents: what reviewers decide about.
  content_hash        text unique check (content_hash ~ '^[0-9a-f]{64}$'),
  decided_at          timestamptz,
  decided_by          text check (decided_by <> ''),
  -- The decision of two admins to refuse.
  approval_id         text,
  member_reason       text check (btrim(member_reason) <> '' and char_length(member_reason) <= 1000),
  staff_reason        text check (btrim(staff_reason) <> '' and char_length(staff_reason) <= 1000),
  -- The kinds of document that the member has to send again.
  rejected_documents  text[] not null default '{}' check (cardinality(rejected_documents) <= 10),
  -- What the reviewer confirmed.
  checklist           jsonb check (jsonb_typeof(checklist) = 'object'),
  -- The re-check date: from this day on the level counts no more.
  expires_on          date,
  expiry_notified_at   timestamptz,
  expired_at          timestamptz,
  -- The provider's own name of this check, its words for staff, and when it was last asked.
  provider_reference  text check (provider_reference <> '' and char_length(provider_reference) <= 200),
  provider_note       text check (btrim(provider_note) <> '' and char_length(provider_note) <= 2000),
  provider_read_at    timestamptz,
  -- When the personal data of a closed account was deleted, after its retention.
  erased_at           timestamptz,
  check ((code is null) = (code_on is null) and (code is null or level = 'basic' and provider = 'desk')),
  check ((status = 'waiting_for_member') = (submitted_at is null)),
  check ((submitted_at is null) = (due_at is null) and (submitted_at is null) = (content_hash is null)
    and (submitted_at is null) = (identity_version is null)),
  check ((submitted_at is null or erased_at is not null) = (details is null) and (details is null) = (name is null)),
  check ((status in ('waiting_for_member', 'in_review')) = (decided_at is null)
    and (decided_at is null) = (decided_by is null)),
  check ((status = 'refused') = (approval_id is not null)),
  check (status <> 'refused' or staff_reason is not null),
  check (status <> 'try_again' or member_reason is not null),
  check ((status in ('passed', 'expired')) = (expires_on is not null)),
  check (status not in ('passed', 'expired') or provider <> 'desk' or checklist is not null),
  check ((status = 'expired') = (expired_at is not null))
);
create unique index identity_verification_open on identity_verification (member_id, level)
  where status in ('waiting_for_member', 'in_review');
create index identity_verification_member on identity_verification (member_id, sequence desc);
create index identity_verification_queue on identity_verification (status, due_at);
create index identity_verification_expiry on identity_verification (expires_on) where status = 'passed';

create trigger protect_verification before insert or update on identity_verification
  for each row execute function protect_verification();
create trigger verification_never_deleted before delete on identity_verification
  for each row execute function refuse_rewriting();

-- A document of a verification. Its file is encrypted by a key of its own, which a key of the operator's wraps.
create table verification_document (
  id               text primary key check (id ~ '^vdc_[0-9a-z]{20}$'),
  verification_id  text not null references identity_verification,
  kind             text not null check (kind in
                     ('identity_document', 'proof_of_address', 'photo_with_code', 'source_of_funds')),
  side             text check (side in ('front', 'back')),
  uploaded_at      timestamptz not null,
  media_type       text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')),
  bytes            integer not null check (bytes > 0),
  file_key         text check (file_key ~ '^identity/idf_[0-9a-z]{20}$'),
  -- Of the file as it was before it was encrypted.
  sha256           text check (sha256 ~ '^[0-9a-f]{64}$'),
  key_id           text check (key_id ~ '^[a-z0-9-]{1,40}$'),
  wrapped_key      bytea check (octet_length(wrapped_key) = 61),
  erased_at        timestamptz,
  unique nulls not distinct (verification_id, kind, side),
  check ((kind = 'identity_document') = (side is not null)),
  check ((erased_at is null) = (file_key is not null) and (file_key is null) = (sha256 is null)
    and (file_key is null) = (key_id is null) and (file_key is null) = (wrapped_key is null))
);
create index verification_document_file on verification_document (file_key) where file_key is not null;
create index verification_document_key on verification_document (key_id) where key_id is not null;
create index verification_document_sha256 on verification_document (sha256) where sha256 is not null;

create trigger protect_verification_document before insert or update or delete on verification_document
  for each row execute function protect_verification_document();

-- Screening compares the declared date of birth, and compares again when it is declared again.
alter table member_screening add column identity_version integer;

grant select, insert, update, delete on member_identity to candor_app;
grant select, insert, update (status, code, code_on, submitted_at, due_at, name, details, identity_version,
    content_hash, decided_at, decided_by, approval_id, member_reason, staff_reason, rejected_documents, checklist,
    expires_on, expiry_notified_at, expired_at, provider_reference, provider_note, provider_read_at, erased_at)
  on identity_verification to candor_app;
grant select, insert, delete, update (file_key, sha256, key_id, wrapped_key, erased_at)
  on verification_document to candor_app;
