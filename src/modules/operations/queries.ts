import { type Selectable, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { type Alert, getAlertTitle } from './model.ts'
import type { OperationTables } from './tables.ts'

const toAlert = (row: Selectable<OperationTables['alarm']>): Alert => ({
  id: row.id,
  source: row.source,
  title: getAlertTitle(row.source),
  message: row.said,
  raisedAt: row.raised_at,
  lastFailedAt: row.seen_at,
  notifiedAt: row.told_at,
  notificationCount: row.told_times,
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
    .selectFrom('alarm')
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

/** Returns the time of the last run of the health checks, or null before the first one. */
export async function findLastCheckTime(reader: Reader): Promise<Date | null> {
  const row = await reader
    .withTables<OperationTables>()
    .selectFrom('alarm_watch')
    .select('looked_at')
    .executeTakeFirstOrThrow()

  return row.looked_at
}
