-- The job queue: schema 43 of pg-boss 12.35.0 (getConstructionPlans), without the daily partitions of statistics,
-- without partitions of queues and without what pg-boss needs only to migrate itself (table bam, job_table_run,
-- job_table_run_async). The application's role uses the tables and owns none, so pg-boss runs with `migrate: false` and
-- a newer schema is a migration here.
set search_path = pgboss;

create type job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');

create table version (
  version             int primary key,
  cron_on             timestamptz,
  bam_on              timestamptz,
  flow_on             timestamptz,
  reindex_on          timestamptz,
  monitor_backoff_on  timestamptz
);
insert into version (version) values (43);

create table queue (
  name               text not null,
  policy             text not null,
  retry_limit        int not null,
  retry_delay        int not null,
  retry_backoff      bool not null,
  retry_delay_max    int,
  expire_seconds     int not null,
  retention_seconds  int not null,
  deletion_seconds   int not null,
  dead_letter        text references queue (name) check (dead_letter is distinct from name),
  partition          bool not null,
  table_name         text not null,
  deferred_count     int not null default 0,
  queued_count       int not null default 0,
  ready_count        int not null default 0,
  warning_queued     int not null default 0,
  active_count       int not null default 0,
  failed_count       int not null default 0,
  total_count        int not null default 0,
  created_delta      int not null default 0,
  completed_delta    int not null default 0,
  failed_delta       int not null default 0,
  delta_on           timestamptz,
  delta_seconds      int,
  ready_history      int[] not null default '{}',
  heartbeat_seconds  int,
  notify             bool not null default false,
  singletons_active  text[],
  monitor_claim_on   timestamptz,
  monitor_on         timestamptz,
  maintain_on        timestamptz,
  created_on         timestamptz not null default now(),
  updated_on         timestamptz not null default now(),
  primary key (name)
);

create table schedule (
  name         text references queue on delete cascade,
  key          text not null default '',
  kind         text not null default 'cron' check (kind in ('cron', 'rrule')),
  cron         text not null,
  timezone     text default 'UTC',
  data         jsonb,
  options      jsonb,
  created_on   timestamptz not null default now(),
  updated_on   timestamptz not null default now(),
  last_job_id  uuid,
  primary key (name, key)
);

create table subscription (
  event       text not null,
  name        text not null references queue on delete cascade,
  created_on  timestamptz not null default now(),
  updated_on  timestamptz not null default now(),
  primary key (event, name)
);

create table job (
  id                    uuid not null default gen_random_uuid(),
  name                  text not null,
  priority              integer not null default 0,
  data                  jsonb,
  state                 job_state not null default 'created',
  retry_limit           integer not null default 2,
  retry_count           integer not null default 0,
  retry_delay           integer not null default 0,
  retry_backoff         boolean not null default false,
  retry_delay_max       integer,
  expire_seconds        int not null default 900,
  deletion_seconds      int not null default 604800,
  singleton_key         text,
  singleton_on          timestamp without time zone,
  group_id              text,
  group_tier            text,
  start_after           timestamptz not null default now(),
  created_on            timestamptz not null default now(),
  started_on            timestamptz,
  completed_on          timestamptz,
  keep_until            timestamptz not null default now() + interval '1209600',
  output                jsonb,
  dead_letter           text,
  policy                text,
  heartbeat_on          timestamptz,
  heartbeat_seconds     int,
  blocked               boolean not null default false,
  blocking              boolean not null default false,
  pending_dependencies  int not null default 0,
  source_name           text,
  source_id             uuid,
  source_created_on     timestamptz,
  source_retry_count    int,
  source_output         jsonb,
  source_root_id        uuid
) partition by list (name);
alter table job add primary key (name, id);

create table job_common (like job including generated including defaults);
alter table job_common
  add primary key (name, id),
  add constraint q_fkey foreign key (name) references queue (name)
    on delete restrict deferrable initially deferred,
  add constraint dlq_fkey foreign key (dead_letter) references queue (name)
    on delete restrict deferrable initially deferred,
  add constraint job_key_strict_fifo_singleton_key_check
    check (not (policy = 'key_strict_fifo' and singleton_key is null));

create unique index job_common_i1 on job_common (name, coalesce(singleton_key, ''))
  where state = 'created' and policy = 'short';
create unique index job_common_i2 on job_common (name, coalesce(singleton_key, ''))
  where state = 'active' and policy = 'singleton';
create unique index job_common_i3 on job_common (name, state, coalesce(singleton_key, ''))
  where state <= 'active' and policy = 'stately';
create unique index job_common_i4 on job_common (name, singleton_on, coalesce(singleton_key, ''))
  where state <> 'cancelled' and singleton_on is not null;
create unique index job_common_i6 on job_common (name, coalesce(singleton_key, ''))
  where state <= 'active' and policy = 'exclusive';
create index job_common_i7 on job_common (name, group_id) where state = 'active' and group_id is not null;
create unique index job_common_i8 on job_common (name, singleton_key)
  where state in ('active', 'retry', 'failed') and policy = 'key_strict_fifo';
create index job_common_i9 on job_common (name, id) where blocking and state = 'completed';
create index job_common_i10 on job_common (name, singleton_key, state desc, created_on, id) include (start_after)
  where state < 'active' and not blocked and policy = 'key_strict_fifo';
create index job_common_i11 on job_common (name, priority desc, created_on, start_after)
  where state < 'active' and not blocked;
create index job_common_i12 on job_common (source_root_id) where source_root_id is not null;

alter table job attach partition job_common default;

create table warning (
  id          uuid primary key default gen_random_uuid(),
  type        text not null,
  message     text not null,
  data        jsonb,
  created_on  timestamptz not null default now()
);
create index warning_i1 on warning (created_on desc);

create table queue_stats (
  id               uuid not null default gen_random_uuid(),
  name             text not null,
  deferred_count   int not null default 0,
  queued_count     int not null default 0,
  ready_count      int not null default 0,
  active_count     int not null default 0,
  failed_count     int not null default 0,
  total_count      int not null default 0,
  created_delta    int,
  completed_delta  int,
  failed_delta     int,
  delta_seconds    int,
  delta_on         timestamptz,
  captured_on      timestamptz not null default now(),
  primary key (id, captured_on)
) partition by range (captured_on);
create index queue_stats_i1 on queue_stats (name, captured_on desc)
  include (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);

create table job_dependency (
  child_name   text not null,
  child_id     uuid not null,
  parent_name  text not null,
  parent_id    uuid not null,
  primary key (child_name, child_id, parent_name, parent_id)
);
create index job_dep_parent_idx on job_dependency (parent_name, parent_id);

grant select, insert, update, delete on all tables in schema pgboss to candor_app;
