-- Records what the database's machine reports about its backups, and each new backup. Called by an administrator
-- of the server (deploy/pgbackrest/report.sh): no other role may.
--   report: machine; info, the output of pgbackrest info; disks, each with path and free_share
create or replace function public.record_backup_report(report jsonb)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  stanza  jsonb := report -> 'info' -> 0;
  made    jsonb;
  made_id text;
begin
  insert into backup_report (reported_at, machine, problem, backups, disk, free_share)
  select clock_timestamp(), report ->> 'machine',
    case
      when stanza is null then 'no stanza is configured'
      when (stanza #>> '{status,code}')::integer <> 0 then stanza #>> '{status,message}'
      when jsonb_path_exists(stanza, '$.backup[last] ? (@.error == true)')
        then 'the last backup has pages with a wrong checksum'
    end,
    coalesce(jsonb_array_length(stanza -> 'backup'), 0), one ->> 'path', (one ->> 'free_share')::double precision
  from jsonb_array_elements(report -> 'disks') one
  order by (one ->> 'free_share')::double precision
  limit 1
  on conflict (single_row) do update
    set reported_at = excluded.reported_at, machine = excluded.machine, problem = excluded.problem,
      backups = excluded.backups, disk = excluded.disk, free_share = excluded.free_share;

  for made in select * from jsonb_path_query(stanza, '$.backup[*] ? (@.error == false)') loop
    made_id := 'bak_' || left(encode(sha256(convert_to(concat(made #>> '{database,repo-key}', ' ', made ->> 'label'),
      'UTF8')), 'hex'), 20);
    insert into backup_made (id, made_at, how, bytes)
    values (made_id, to_timestamp((made #>> '{timestamp,start}')::bigint), 'pgbackrest',
      greatest((made #>> '{info,repository,delta}')::bigint, 1))
    on conflict do nothing;

    -- A record is deleted after a year (delete-expired-records.ts) while pgBackRest may still have the backup.
    if found then
      insert into audit_event (id, at, actor_kind, actor_id, actor_label, action, subject_id, details)
      values ('aev_' || right(made_id, 20), clock_timestamp(), 'system', 'system', 'Candor',
        'backup.made', made_id,
        jsonb_build_object('how', 'pgbackrest', 'bytes', made #>> '{info,repository,delta}'))
      on conflict (id) do nothing;
    end if;
  end loop;
end $$;

revoke all on function public.record_backup_report from public;
