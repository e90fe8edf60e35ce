import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { ASSIGNED_SUBJECTS, getSubjectColumn, refusals } from '../model.ts'
import type { DeskTables } from '../tables.ts'

/**
 * Assigns a pending deposit or an open withdrawal to the staff member, also if another one had it.
 * Throws `not_open` (409) if it doesn't wait for the staff.
 */
export async function claimWork(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  admin: Staff,
  subjectId: string,
): Promise<void> {
  assertPermitted(admin, 'desk.write')
  const column = getSubjectColumn(ASSIGNED_SUBJECTS, subjectId)

  await runInTransaction(app.db, async (tx) => {
    const desk = tx.withTables<DeskTables>()
    const open = await desk
      .selectFrom('open_work')
      .select('subject_id')
      .where('subject_id', '=', subjectId)
      .executeTakeFirst()
    if (!open) throw refusals.notOpen()

    const now = app.clock.now()
    const assigned = { staff_id: admin.id, assigned_at: now }
    await desk
      .insertInto('desk_assignment')
      .values({ deposit_id: null, withdrawal_id: null, [column]: subjectId, ...assigned })
      .onConflict((conflict) => conflict.column('subject_id').doUpdateSet(assigned))
      .execute()

    await record(tx, now, admin, 'work.assigned', subjectId)
  })

  app.events.publish(STAFF, 'desk')
}
