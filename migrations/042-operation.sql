-- What keeps the house running: alarms that reach a person, backups that were made, and what may be forgotten.

-- Whoever serves has to know whether every migration has landed.
grant select on migration to candor_app, candor_read;

-- Something that isn't as it should be, from the moment it was seen to the moment it was over.
create table alarm (
  id              text primary key check (id ~ '^alm_[0-9a-z]{20}$'),
  sequence        bigint generated always as identity unique,
  source          text not null check (source ~ '^[a-z]+(-[a-z0-9]+)*$'),
  said            text not null check (btrim(said) <> ''),
  raised_at       timestamptz not null,
  seen_at         timestamptz not null check (seen_at >= raised_at),
  told_at         timestamptz not null check (told_at >= raised_at),
  told_times      integer not null check (told_times > 0),
  acknowledged_at timestamptz check (acknowledged_at >= raised_at),
  acknowledged_by text check (acknowledged_by <> ''),
  -- Since when all is well again: an alarm that comes and goes is one alarm.
  well_since      timestamptz check (well_since >= raised_at),
  cleared_at      timestamptz check (cleared_at >= well_since),
  check ((acknowledged_at is null) = (acknowledged_by is null)),
  check (cleared_at is null or well_since is not null)
);
create unique index alarm_open on alarm (source) where cleared_at is null;

create function alarm_stays() returns trigger language plpgsql as $$ begin
  if old.cleared_at is not null or new.source <> old.source or new.raised_at <> old.raised_at then
    raise exception 'an alarm that is over stays as it was' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger alarm_stays before update on alarm for each row execute function alarm_stays();

-- When the watch last looked at everything. Silence of the watch itself is told by whoever serves.
create table alarm_watch (
  single_row      boolean primary key default true check (single_row),
  looked_at       timestamptz,
  silence_told_at timestamptz
);
insert into alarm_watch default values;

-- Backups that were written and read again; where they lie is the operator's affair.
create table backup_made (
  id       text primary key check (id ~ '^bak_[0-9a-z]{20}$'),
  made_at  timestamptz not null,
  how      text not null check (how in ('cluster', 'dump')),
  bytes    bigint not null check (bytes > 0),
  seq      bigint not null check (seq >= 0)
);
create index backup_latest on backup_made (made_at desc);

grant select, insert on alarm, backup_made to candor_app;
grant update (said, seen_at, told_at, told_times, acknowledged_at, acknowledged_by, well_since, cleared_at) on alarm to candor_app;
grant select on alarm_watch to candor_app;
grant update (looked_at, silence_told_at) on alarm_watch to candor_app;

-- What may be forgotten, each with the youngest age at which it may be: whoever calls can ask for later, never for earlier.
create function forget_answers(before timestamptz, most integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$ declare gone bigint; begin
  if before > now() - interval '30 days' then raise exception 'answers are kept for 30 days' using errcode = 'check_violation'; end if;
  delete from idempotency where ctid = any(array(select ctid from idempotency where answered_at < before limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;
create function forget_sessions(before timestamptz, most integer) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$ declare gone bigint; begin
  if before > now() - interval '30 days' then raise exception 'ended sessions are kept for 30 days' using errcode = 'check_violation'; end if;
  delete from session where id = any(array(
    select id from session where coalesce(ended_at, least(idle_until, ends_at)) < before limit most));
  get diagnostics gone = row_count;
  return gone;
end $$;
create index idempotency_old on idempotency (answered_at);
create index rate_limit_old on rate_limit (counted_at);
create index session_old on session (coalesce(ended_at, least(idle_until, ends_at)));
revoke all on function forget_answers, forget_sessions from public;
grant execute on function forget_answers, forget_sessions to candor_app;
grant delete on mailbox, alarm, backup_made to candor_app;
