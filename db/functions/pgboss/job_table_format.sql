-- Returns a command for pgboss.job rewritten for one of its partitions, index names included.
create or replace function pgboss.job_table_format(command text, table_name text)
returns text
language sql immutable
as $$
  SELECT format(
    regexp_replace(
      regexp_replace(command, '\.job\y', '.%1$I', 'g'),
      '\yjob_i(\d+)', '%1$s_i\1', 'g'
    ),
    table_name
  );
$$;
