-- Returns the time of the job queue.
create or replace function pgboss.job_now()
returns timestamp with time zone
language sql stable
as $$
  select pg_catalog.now();
$$;
