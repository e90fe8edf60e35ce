import { type Selectable, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { computeBehindBytes, type LogArchive } from '../model/log-archive.ts'
import type { OperationTables } from '../tables.ts'

/** Returns the start time of the latest backup, or null without any. */
export async function findLastBackup(reader: Reader): Promise<Date | null> {
  const row = await reader
    .withTables<OperationTables>()
    .selectFrom('backup_made')
    .select('made_at')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()

  return row?.made_at ?? null
}

export type BackupReport = Selectable<OperationTables['backup_report']>

/** Returns the last report of the database's machine about pgBackRest, or null without one. */
export async function findBackupReport(reader: Reader): Promise<BackupReport | null> {
  const row = await reader
    .withTables<OperationTables>()
    .selectFrom('backup_report')
    .selectAll()
    .executeTakeFirst()

  return row ?? null
}

type ArchiverRow = {
  is_failing: boolean
  since: Date
  archived: string | null
  current: string
  segment_bytes: bigint
}

/** Returns the state of the archive of the write-ahead log, or null if the server has none. */
export async function findLogArchive(reader: Reader, now: Date): Promise<LogArchive | null> {
  const { rows } = await sql<ArchiverRow>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        as is_failing,
      coalesce(last_archived_time, pg_postmaster_start_time()) as since,
      last_archived_wal as archived, pg_walfile_name(pg_current_wal_lsn()) as current,
      pg_size_bytes(current_setting('wal_segment_size')) as segment_bytes
    from pg_stat_archiver
    where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()`.execute(reader)
  const [row] = rows
  if (!row) return null

  const behindBytes = computeBehindBytes(row.archived ?? '', row.current, row.segment_bytes)
  const ageSeconds = (now.getTime() - row.since.getTime()) / 1000
  return { isFailing: row.is_failing, ageSeconds, behindBytes }
}
