-- Screening: members are compared with the official sanctions lists. Each version of a list is loaded as a whole; a
-- member is due again when a list, or their name or country changes. What resembles a listed party is a case for staff.
--
-- functions: public.protect_screening_case, public.refuse_rewriting, public.refuse_held_member

-- A version of a list as it was loaded. The newest of each source is the one that counts.
create table screening_list (
  id           text primary key check (id ~ '^scl_[0-9a-z]{20}$'),
  sequence     bigint generated always as identity unique,
  source       text not null check (source in ('ofac', 'un', 'eu', 'uk')),
  -- Of the file that was read.
  sha256       text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  published_on date,
  parties      integer not null check (parties > 0),
  loaded_at    timestamptz not null
);
create index screening_list_source on screening_list (source, sequence desc);

-- The parties of the newest version of each list; those of earlier versions are dropped.
create table screening_party (
  list_id  text not null references screening_list,
  party_id text not null check (btrim(party_id) <> ''),
  content  jsonb not null,
  primary key (list_id, party_id)
);

-- What each member was last compared with.
create table member_screening (
  member_id       text primary key references member on delete cascade,
  -- Of the profile that was compared: another one is compared again.
  profile_version integer not null,
  -- The ids of the lists, in their order.
  lists           text not null check (btrim(lists) <> ''),
  screened_at     timestamptz not null
);

-- A member who resembles a listed party, as both were when the case was opened.
create table screening_case (
  id           text primary key check (id ~ '^scc_[0-9a-z]{20}$'),
  sequence     bigint generated always as identity unique,
  member_id    text not null,
  list_id      text not null references screening_list,
  party_id     text not null,
  party        jsonb not null,
  person       jsonb not null,
  -- How alike the names are, to 100.
  score        integer not null check (score between 0 and 100),
  matched_name text not null check (btrim(matched_name) <> ''),
  -- Of member, party and person: what was decided once is not asked again.
  content_hash text not null unique check (content_hash ~ '^[0-9a-f]{64}$'),
  opened_at    timestamptz not null,
  status       text not null check (status in ('open', 'false_positive', 'true_match')),
  decided_at   timestamptz,
  decided_by   text,
  reason       text check (btrim(reason) <> ''),
  -- The decision of two admins that a case is a false positive.
  approval_id  text,
  check ((status = 'open') = (decided_at is null)
    and (decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null)),
  check ((status = 'false_positive') = (approval_id is not null))
);
create index screening_case_member on screening_case (member_id);
create index screening_case_status on screening_case (status, sequence desc);

create trigger protect_screening_case before insert or update on screening_case
  for each row execute function protect_screening_case();
create trigger screening_case_never_deleted before delete on screening_case
  for each row execute function refuse_rewriting();
create trigger refuse_held_member before update on deposit for each row
  when (new.status = 'completed' and old.status <> 'completed') execute function refuse_held_member();
create trigger refuse_held_member before update on withdrawal for each row
  when (new.status = 'approved' and old.status <> 'approved'
    or new.payout_batch_id is not null and old.payout_batch_id is null)
  execute function refuse_held_member();

grant select, insert on screening_list to candor_app;
grant select, insert, delete on screening_party to candor_app;
grant select, insert, update, delete on member_screening to candor_app;
grant select, insert, update (status, decided_at, decided_by, reason, approval_id) on screening_case to candor_app;
grant select on screening_list, screening_party to candor_read;
