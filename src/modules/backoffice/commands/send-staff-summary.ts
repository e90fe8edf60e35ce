import { sql } from 'kysely'
import { DAY_MS, toUtcDay } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { listStaffWork } from '../queries/staff-work.ts'
import { sendStaffWork } from '../steps/send-staff-work.ts'

/** The retention of notifications about work that no longer waits. */
const RETENTION_MS = 30 * DAY_MS

/**
 * Mails the staff who chose a daily summary all work that waits for them, once a UTC day, and
 * deletes old records of work that no longer waits. Returns whether this run sent the summary.
 */
export async function sendStaffSummary(
  app: Pick<App, 'db' | 'clock' | 'config' | 'jobs'>,
): Promise<boolean> {
  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const today = toUtcDay(now)
    const { rows } = await sql`
      update staff_notification_progress set summary_on = ${today}
      where summary_on is null or summary_on < ${today} returning single_row`.execute(tx)
    if (rows.length === 0) return false

    const work = await listStaffWork(tx, app)
    await sendStaffWork(tx, app, work, 'daily')

    const before = new Date(now.getTime() - RETENTION_MS)
    const waiting = work.map(({ subjectId }) => subjectId)
    await sql`
      delete from staff_notification
      where notified_at < ${before} and subject_id <> all(${waiting}::text[])`.execute(tx)

    return true
  })
}
