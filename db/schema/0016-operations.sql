-- Alerts and backups.
--
-- functions: public.alarm_stays

-- An alert, from the moment a problem was seen to the moment it was over.
create table alarm (
  id               text primary key check (id ~ '^alm_[0-9a-z]{20}$'),
  sequence         bigint generated always as identity unique,
  source           text not null check (source ~ '^[a-z]+(-[a-z0-9]+)*$'),
  said             text not null check (btrim(said) <> ''),
  raised_at        timestamptz not null,
  seen_at          timestamptz not null check (seen_at >= raised_at),
  told_at          timestamptz not null check (told_at >= raised_at),
  told_times       integer not null check (told_times > 0),
  acknowledged_at  timestamptz check (acknowledged_at >= raised_at),
  acknowledged_by  text check (acknowledged_by <> ''),
  -- Since when the problem is gone. An alert that comes and goes is one alert.
  well_since       timestamptz check (well_since >= raised_at),
  cleared_at       timestamptz check (cleared_at >= well_since),
  check ((acknowledged_at is null) = (acknowledged_by is null)),
  check (cleared_at is null or well_since is not null)
);
create unique index alarm_open on alarm (source) where cleared_at is null;
create trigger alarm_stays before update on alarm for each row execute function alarm_stays();

-- When the health checks last ran. The web process reports when they stop.
create table alarm_watch (
  single_row       boolean primary key default true check (single_row),
  looked_at        timestamptz,
  silence_told_at  timestamptz
);
insert into alarm_watch default values;

-- Backups that were written and read again; where they are stored is the operator's affair.
create table backup_made (
  id       text primary key check (id ~ '^bak_[0-9a-z]{20}$'),
  made_at  timestamptz not null,
  how      text not null check (how in ('cluster', 'dump')),
  bytes    bigint not null check (bytes > 0),
  seq      bigint not null check (seq >= 0)
);
create index backup_latest on backup_made (made_at desc);

grant select, insert, delete on alarm, backup_made to candor_app;
grant update (said, seen_at, told_at, told_times, acknowledged_at, acknowledged_by, well_since, cleared_at)
  on alarm to candor_app;
grant select on alarm_watch to candor_app;
grant update (looked_at, silence_told_at) on alarm_watch to candor_app;
