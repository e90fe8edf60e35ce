-- One of the staff has lost every second factor: a second admin has agreed to take them away, all of the staff are told, and it
-- happens a day later unless somebody stops it, or the one it is about shows a factor after all.
create table staff_factor_reset (
  id         text primary key check (id ~ '^sfr_[0-9a-z]{20}$'),
  staff_id   text not null references staff,
  reason     text not null check (btrim(reason) <> ''),
  agreed_at  timestamptz not null,
  agreed_by  text not null check (agreed_by <> ''),
  due_at     timestamptz not null check (due_at >= agreed_at),
  done_at    timestamptz check (done_at >= due_at),
  stopped_at timestamptz,
  stopped_by text check (stopped_by <> ''),
  check (done_at is null or stopped_at is null),
  check ((stopped_at is null) = (stopped_by is null))
);
create unique index staff_factor_reset_open on staff_factor_reset (staff_id) where done_at is null and stopped_at is null;

grant select, insert on staff_factor_reset to candor_app;
grant update (done_at, stopped_at, stopped_by) on staff_factor_reset to candor_app;

-- Nothing leaves for a member whose withdrawals rest, whatever the code above says: not approved, and not paid either.
create function resting_members_are_not_paid() returns trigger language plpgsql as $$ declare until timestamptz; begin
  select withdrawals_frozen_until into until from member where id = new.member_id for share;
  if until > coalesce(new.closed_at, new.approved_at) then
    raise exception 'withdrawals of this member rest' using errcode = 'WD001'; end if;
  return new;
end $$;
create trigger resting_members_are_not_paid before update on withdrawal for each row
  when (new.status in ('approved', 'completed') and new.status <> old.status) execute function resting_members_are_not_paid();

-- A browser in which somebody has signed in before has tries of its own, so that who uses up the others locks nobody out.
create index sign_in_device on sign_in (person_id, device) where outcome = 'good' and device is not null;
