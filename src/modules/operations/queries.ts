import { type Selectable, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { type Alert, getAlertTitle } from './model.ts'
import type { OperationTables } from './tables.ts'

export { findBackupReport, findLastBackup, findLogArchive } from './queries/backups.ts'
export { listLiveItems } from './queries/live-list.ts'

const toAlert = (row: Selectable<OperationTables['alert']>): Alert => ({
  id: row.id,
  source: row.source,
  title: getAlertTitle(row.source),
  message: row.message,
  raisedAt: row.raised_at,
  lastFailedAt: row.last_failed_at,
  notifiedAt: row.notified_at,
  notificationCount: row.notification_count,
  acknowledged:
    row.acknowledged_by && row.acknowledged_at
      ? { by: row.acknowledged_by, at: row.acknowledged_at }
      : null,
  wellSince: row.well_since,
  clearedAt: row.cleared_at,
})

/** Returns alerts, open ones first, then the newest. */
export async function listAlerts(reader: Reader, limit = 50): Promise<Alert[]> {
  const rows = await reader
    .withTables<OperationTables>()
    .selectFrom('alert')
    .selectAll()
    .orderBy(sql`cleared_at is null`, 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

  return rows.map(toAlert)
}

/** Counts the open alerts, and those of them that are not acknowledged. */
export async function countAlerts(
  reader: Reader,
): Promise<{ open: number; unacknowledged: number }> {
  const open = (await listAlerts(reader)).filter(({ clearedAt }) => !clearedAt)
  return {
    open: open.length,
    unacknowledged: open.filter(({ acknowledged }) => !acknowledged).length,
  }
}

/** Returns the time of the last run of the health checks, or null before the first one. */
export async function findLastCheckTime(reader: Reader): Promise<Date | null> {
  const row = await reader
    .withTables<OperationTables>()
    .selectFrom('alert_watch')
    .select('checked_at')
    .executeTakeFirstOrThrow()

  return row.checked_at
}
