import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { ASSIGNED_SUBJECTS, getSubjectColumn } from '../model.ts'
import type { DeskTables } from '../tables.ts'

/**
 * Ends the assignment of a deposit or a withdrawal, also of another staff member. Does nothing
 * without one.
 */
export async function releaseWork(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  admin: Staff,
  subjectId: string,
): Promise<void> {
  assertPermitted(admin, 'desk.write')
  getSubjectColumn(ASSIGNED_SUBJECTS, subjectId)

  await runInTransaction(app.db, async (tx) => {
    const released = await tx
      .withTables<DeskTables>()
      .deleteFrom('desk_assignment')
      .where('subject_id', '=', subjectId)
      .returning('staff_id')
      .executeTakeFirst()
    if (!released) return

    const details = { assignedTo: released.staff_id }
    await record(tx, app.clock.now(), admin, 'work.released', subjectId, details)
  })

  app.events.publish(STAFF, 'desk')
}
