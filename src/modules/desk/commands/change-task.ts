import { createNotFoundError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { type Note, refusals } from '../model.ts'
import { listAssignees, toNote } from '../queries.ts'
import type { DeskTables } from '../tables.ts'

export type ChangeTask = {
  id: string
  done?: boolean | undefined
  /** The id of a staff member. */
  assignedTo?: string | undefined
}

/**
 * Marks a task as done, reopens it, or assigns it to another staff member. Throws `not_found` (404)
 * for an id of no task, and `not_assignable` (422).
 */
export async function changeTask(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  admin: Staff,
  { id, done, assignedTo }: ChangeTask,
): Promise<Note> {
  assertPermitted(admin, 'desk.write')

  const task = await runInTransaction(app.db, async (tx) => {
    const notes = tx.withTables<DeskTables>()
    const known = await notes
      .selectFrom('desk_note')
      .selectAll()
      .where('id', '=', id)
      .where('assigned_to', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!known) throw createNotFoundError('The task')
    if (assignedTo && !(await listAssignees(tx)).some((one) => one.id === assignedTo))
      throw refusals.notAssignable()

    const now = app.clock.now()
    const next = {
      assigned_to: assignedTo ?? known.assigned_to,
      ...((done ?? known.done_at !== null) === (known.done_at !== null)
        ? { done_at: known.done_at, done_by: known.done_by }
        : { done_at: done ? now : null, done_by: done ? admin.id : null }),
    }
    if (next.done_at === known.done_at && next.assigned_to === known.assigned_to)
      return toNote(known)

    const row = await notes
      .updateTable('desk_note')
      .set(next)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()

    await record(tx, now, admin, 'task.changed', known.subject_id, {
      note: id,
      done: row.done_at !== null,
      assignedTo: row.assigned_to,
    })

    return toNote(row)
  })

  app.events.publish(STAFF, 'desk')

  return task
}
