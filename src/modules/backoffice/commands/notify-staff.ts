import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { StaffEvent, StaffWork } from '../model/staff-events.ts'
import { listStaffWork } from '../queries/staff-work.ts'
import { sendStaffWork } from '../steps/send-staff-work.ts'

/**
 * Mails the staff about work that is new since the last run: each item once per event, whichever
 * process runs this. The first run ever only notes what is there. Returns the number of new items.
 */
export async function notifyStaff(
  app: Pick<App, 'db' | 'clock' | 'config' | 'jobs'>,
): Promise<number> {
  return await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const work = await listStaffWork(tx, app)
    const noted = await storeNotifiedWork(tx, work, now)
    if (await markStarted(tx, now)) return 0

    const fresh = work.filter((item) => noted.has(toKey(item)))
    await sendStaffWork(tx, app, fresh, 'now')

    return fresh.length
  })
}

const toKey = ({ event, subjectId }: Pick<StaffWork, 'event' | 'subjectId'>) =>
  `${event} ${subjectId}`

/** Stores what the staff is notified of, and returns the keys of what is new. */
async function storeNotifiedWork(
  tx: Tx,
  work: readonly StaffWork[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const events = work.map(({ event }) => event)
  const subjects = work.map(({ subjectId }) => subjectId)
  const { rows } = await sql<{ event: StaffEvent; subjectId: string }>`
    insert into staff_notification (event, subject_id, notified_at)
    select event, subject_id, ${now}::timestamptz
    from unnest(${events}::text[], ${subjects}::text[]) as work (event, subject_id)
    on conflict do nothing
    returning event, subject_id as "subjectId"`.execute(tx)

  return new Set(rows.map(toKey))
}

/** Returns whether this is the first run. */
async function markStarted(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update staff_notification_progress set started_at = ${now} where started_at is null
    returning started_at`.execute(tx)

  return rows.length > 0
}
