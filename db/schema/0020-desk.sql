-- What staff write to each other about a member, a deposit or a withdrawal, and who works on which of them.
--
-- functions: public.delete_member_notes

-- A note, or a task: a note with an assignee. Its text never changes.
create table desk_note (
  id             text primary key check (id ~ '^nte_[0-9a-z]{20}$'),
  sequence       bigint generated always as identity unique,
  member_id      text references member,
  deposit_id     text references deposit,
  withdrawal_id  text references withdrawal,
  subject_id     text not null generated always as (coalesce(member_id, deposit_id, withdrawal_id)) stored,
  message        text not null check (btrim(message) <> '' and char_length(message) <= 2000),
  written_by     text not null references staff,
  written_at     timestamptz not null,
  assigned_to    text references staff,
  due_on         date,
  done_at        timestamptz check (done_at >= written_at),
  done_by        text references staff,
  check (num_nonnulls(member_id, deposit_id, withdrawal_id) = 1),
  check (assigned_to is not null or num_nonnulls(due_on, done_at) = 0),
  check ((done_at is null) = (done_by is null))
);
create index desk_note_subject on desk_note (subject_id, sequence desc);
create index desk_note_open_task on desk_note (assigned_to, due_on) where done_at is null;

-- The staff member who works on a deposit or a withdrawal. It prevents no other from deciding.
create table desk_assignment (
  deposit_id     text references deposit,
  withdrawal_id  text references withdrawal,
  subject_id     text primary key generated always as (coalesce(deposit_id, withdrawal_id)) stored,
  staff_id       text not null references staff,
  assigned_at    timestamptz not null,
  check (num_nonnulls(deposit_id, withdrawal_id) = 1)
);

-- What staff wrote about a person goes with the account.
create trigger delete_member_notes after update of status on member for each row
  when (new.status = 'closed' and old.status <> 'closed') execute function delete_member_notes();

grant select, insert on desk_note to candor_app;
grant update (assigned_to, done_at, done_by) on desk_note to candor_app;
grant select, insert, delete on desk_assignment to candor_app;
grant update (staff_id, assigned_at) on desk_assignment to candor_app;
