-- Creates a queue; does nothing where it exists. pg-boss calls it by this name. Its own text can also give a queue a
-- partition, which no queue here has.
create or replace function pgboss.create_queue(queue_name text, options jsonb)
returns void
language sql
as $$
  insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    retention_seconds, deletion_seconds, partition, table_name, heartbeat_seconds)
  values (
    queue_name,
    options ->> 'policy',
    coalesce((options ->> 'retryLimit')::int, 2),
    coalesce((options ->> 'retryDelay')::int, 0),
    coalesce((options ->> 'retryBackoff')::bool, false),
    (options ->> 'retryDelayMax')::int,
    coalesce((options ->> 'expireInSeconds')::int, 900),
    coalesce((options ->> 'retentionSeconds')::int, 1209600),
    coalesce((options ->> 'deleteAfterSeconds')::int, 604800),
    false,
    'job_common',
    (options ->> 'heartbeatSeconds')::int)
  on conflict do nothing;
$$;
