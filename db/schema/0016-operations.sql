-- Alerts and backups.
--
-- functions: public.protect_alert

-- An alert, from the moment a problem was seen to the moment it was over.
create table alert (
  id                  text primary key check (id ~ '^alt_[0-9a-z]{20}$'),
  sequence            bigint generated always as identity unique,
  source              text not null check (source ~ '^[a-z]+(-[a-z0-9]+)*$'),
  message             text not null check (btrim(message) <> ''),
  raised_at           timestamptz not null,
  last_failed_at      timestamptz not null check (last_failed_at >= raised_at),
  notified_at         timestamptz not null check (notified_at >= raised_at),
  notification_count  integer not null check (notification_count > 0),
  acknowledged_at     timestamptz check (acknowledged_at >= raised_at),
  acknowledged_by     text check (acknowledged_by <> ''),
  -- Since when the problem is gone. An alert that comes and goes is one alert.
  well_since          timestamptz check (well_since >= raised_at),
  cleared_at          timestamptz check (cleared_at >= well_since),
  check ((acknowledged_at is null) = (acknowledged_by is null)),
  check (cleared_at is null or well_since is not null)
);
create unique index alert_open on alert (source) where cleared_at is null;
create trigger protect_alert before update on alert for each row execute function protect_alert();

-- When the health checks last ran. The web process reports when they stop.
create table alert_watch (
  single_row  boolean primary key default true check (single_row),
  checked_at  timestamptz
);
insert into alert_watch default values;

-- Backups that were made and verified; where they are stored is the operator's affair.
create table backup_made (
  id       text primary key check (id ~ '^bak_[0-9a-z]{20}$'),
  made_at  timestamptz not null,
  how      text not null check (how in ('cluster', 'dump', 'pgbackrest')),
  bytes    bigint not null check (bytes > 0),
  -- The last chained row when it was begun; unknown for pgBackRest, which reports afterwards.
  seq      bigint check (seq >= 0),
  check (how = 'pgbackrest' or seq is not null)
);
create index backup_latest on backup_made (made_at desc);

-- The last report of the database's machine about its backups (deploy/pgbackrest/report.sh). No row without pgBackRest.
create table backup_report (
  single_row   boolean primary key default true check (single_row),
  reported_at  timestamptz not null,
  machine      text not null check (machine <> ''),
  -- In pgBackRest's words; null when there is none.
  problem      text check (problem <> ''),
  backups      integer not null check (backups >= 0),
  -- Of the disks of the database and of the repositories there, the one with the smallest free share.
  disk         text not null check (disk <> ''),
  free_share   double precision not null check (free_share between 0 and 1)
);

grant select, insert, delete on alert, backup_made to candor_app;
grant update (message, last_failed_at, notified_at, notification_count, acknowledged_at,
  acknowledged_by, well_since, cleared_at) on alert to candor_app;
grant select on alert_watch, backup_report to candor_app;
grant update (checked_at) on alert_watch to candor_app;
