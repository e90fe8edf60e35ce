import { createNotFoundError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { type Enquiry, type EnquiryState, refusals } from '../model.ts'
import { toEnquiry } from '../queries.ts'
import type { EnquiryTables } from '../tables.ts'

export type MarkEnquiry = {
  id: string
  state?: EnquiryState | undefined
  /** The id of a member of staff, or null to unassign. */
  assignedTo?: string | null | undefined
}

/**
 * Sets the state and the assignee of an enquiry. Throws `not_found` (404), `not_staff` (422) for an
 * unknown assignee.
 */
export async function markEnquiry(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  admin: Staff,
  { id, state, assignedTo }: MarkEnquiry,
): Promise<Enquiry> {
  assertPermitted(admin, 'enquiry.mark')

  const marked = await runInTransaction(app.db, async (tx) => {
    const table = tx.withTables<EnquiryTables>()
    const known = await table
      .selectFrom('enquiry')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!known) throw createNotFoundError('The message')
    if (assignedTo && !(await listStaff(tx)).some((one) => one.id === assignedTo))
      throw refusals.notStaff()

    const nextValues = {
      state: state ?? known.state,
      assigned_to: assignedTo === undefined ? known.assigned_to : assignedTo,
    }

    if (nextValues.state === known.state && nextValues.assigned_to === known.assigned_to)
      return toEnquiry(known)

    const now = app.clock.now()
    const row = await table
      .updateTable('enquiry')
      .set({ ...nextValues, handled_at: now, handled_by: admin.id })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()

    await record(tx, now, admin, 'enquiry.marked', id, nextValues)

    return toEnquiry(row)
  })

  app.events.publish(STAFF, 'enquiries')

  return marked
}
