-- Deletes a queue with its jobs. The text is pg-boss's own.
create or replace function pgboss.delete_queue(queue_name text)
returns void
language plpgsql
as $$
DECLARE
  v_table varchar;
  v_partition bool;
BEGIN

  SELECT table_name, partition
  FROM pgboss.queue
  WHERE name = queue_name
  INTO v_table, v_partition;

  IF v_partition THEN
    EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', v_table);
  ELSE
    EXECUTE format('DELETE FROM pgboss.%I WHERE name = %L', v_table, queue_name);
  END IF;

  DELETE FROM pgboss.queue WHERE name = queue_name;
END;
$$;
