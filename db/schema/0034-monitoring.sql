-- Transaction monitoring: rules over deposits and withdrawals, whose findings are cases for staff. A transaction with a
-- finding is neither credited nor approved until two admins clear it.
--
-- functions: public.protect_monitoring_case, public.refuse_held_transaction, public.refuse_rewriting
-- functions: public.protect_monitoring_note

-- The rules are controls among the settings: null turns a rule off.
insert into setting_control values
  ('monitoring', 'sumFrom', 'higher', 'null', '"1000000"', null),
  ('monitoring', 'sumDays', 'lower', '30', '30', 1),
  ('monitoring', 'countFrom', 'higher', 'null', '10', null),
  ('monitoring', 'inOutPercent', 'higher', 'null', '80', 100),
  ('monitoring', 'inOutDays', 'lower', '7', '7', 1),
  ('monitoring', 'sharedAddressFrom', 'higher', 'null', '2', null),
  ('monitoring', 'nameMismatch', 'none', 'null', '"on"', null);

-- A finding about one transaction, as it was when the case was opened.
create table monitoring_case (
  id           text primary key check (id ~ '^mon_[0-9a-z]{20}$'),
  sequence     bigint generated always as identity unique,
  rule         text not null check (btrim(rule) <> ''),
  member_id    text not null,
  -- The deposit or withdrawal.
  subject_id   text not null check (subject_id ~ '^(dep|wdr)_[0-9a-z]{20}$'),
  -- The figures that the rule compared, with the limits of that time.
  facts        jsonb not null check (jsonb_typeof(facts) = 'object'),
  opened_at    timestamptz not null,
  status       text not null check (status in ('open', 'cleared', 'suspicious')),
  decided_at   timestamptz,
  decided_by   text,
  reason       text check (btrim(reason) <> ''),
  -- The decision of two admins that clears the transaction.
  approval_id  text,
  -- When its personal data was erased, after the retention of a closed account.
  erased_at    timestamptz,
  unique (subject_id, rule),
  check ((status = 'open') = (decided_at is null)
    and (decided_at is null) = (decided_by is null) and (decided_at is null) = (reason is null)),
  check ((status = 'cleared') = (approval_id is not null))
);
create index monitoring_case_member on monitoring_case (member_id);
create index monitoring_case_status on monitoring_case (status, sequence desc);

-- What staff write into the file of a case.
create table monitoring_note (
  id        text primary key check (id ~ '^mno_[0-9a-z]{20}$'),
  case_id   text not null references monitoring_case,
  content   text not null check (btrim(content) <> '' and length(content) <= 4000),
  author    text not null check (author <> ''),
  added_at  timestamptz not null
);
create index monitoring_note_case on monitoring_note (case_id, added_at);

create trigger protect_monitoring_case before insert or update on monitoring_case
  for each row execute function protect_monitoring_case();
create trigger monitoring_case_never_deleted before delete on monitoring_case
  for each row execute function refuse_rewriting();
create trigger protect_monitoring_note before update or delete on monitoring_note
  for each row execute function protect_monitoring_note();
create trigger refuse_held_transaction before update on deposit for each row
  when (new.status = 'completed' and old.status <> 'completed') execute function refuse_held_transaction();
create trigger refuse_held_transaction before update on withdrawal for each row
  when (new.status = 'approved' and old.status <> 'approved'
    or new.status = 'completed' and old.status = 'approved' and new.payout_batch_id is null
    or new.payout_batch_id is not null and old.payout_batch_id is null)
  execute function refuse_held_transaction();

grant select, insert, update (status, decided_at, decided_by, reason, approval_id, facts, erased_at) on monitoring_case
  to candor_app;
grant select, insert, delete on monitoring_note to candor_app;
