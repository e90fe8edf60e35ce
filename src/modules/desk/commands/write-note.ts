import type { Day } from '#lib/dates.ts'
import { createId } from '#lib/ids.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import {
  getSubjectColumn,
  MAX_NOTES,
  NOTE_MAX,
  NOTE_SUBJECTS,
  type Note,
  refusals,
} from '../model.ts'
import { listAssignees, toNote } from '../queries.ts'
import type { DeskTables } from '../tables.ts'

export type WriteNote = {
  /** The id of a member, a deposit or a withdrawal. */
  subjectId: string
  message: string
  /** The id of a staff member: makes the note a task. */
  assignedTo?: string | undefined
  dueOn?: Day | undefined
}

/**
 * Writes a note about a member, a deposit or a withdrawal, or a task for a staff member. Throws
 * `not_found` (404) without such a subject, `not_assignable` (422) and `too_many_notes` (409).
 */
export async function writeNote(
  app: Pick<App, 'db' | 'clock' | 'events'>,
  admin: Staff,
  { subjectId, assignedTo, dueOn, ...input }: WriteNote,
): Promise<Note> {
  assertPermitted(admin, 'desk.write')
  const column = getSubjectColumn(NOTE_SUBJECTS, subjectId)
  const message = input.message.trim()
  if (message === '' || message.length > NOTE_MAX) throw refusals.noText()
  if (dueOn && !assignedTo) throw refusals.dueWithoutTask()

  const note = await runInTransaction(app.db, async (tx) => {
    await assertMayNote(tx, subjectId)
    if (assignedTo && !(await listAssignees(tx)).some(({ id }) => id === assignedTo))
      throw refusals.notAssignable()

    const now = app.clock.now()
    const row = await tx
      .withTables<DeskTables>()
      .insertInto('desk_note')
      .values({
        id: createId('nte'),
        member_id: null,
        deposit_id: null,
        withdrawal_id: null,
        [column]: subjectId,
        message,
        written_by: admin.id,
        written_at: now,
        assigned_to: assignedTo ?? null,
        due_on: dueOn ?? null,
        done_at: null,
        done_by: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()

    await record(tx, now, admin, assignedTo ? 'task.assigned' : 'note.written', subjectId, {
      note: row.id,
      ...(assignedTo && { assignedTo }),
      ...(dueOn && { dueOn }),
    })

    return toNote(row)
  })

  app.events.publish(STAFF, 'desk')

  return note
}

/** Throws unless the subject exists and takes another note. */
async function assertMayNote(tx: Tx, subjectId: string): Promise<void> {
  const desk = tx.withTables<DeskTables>()
  const subject = await desk
    .selectFrom('desk_subject')
    .select('subject_id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  if (!subject) throw refusals.noSubject()

  const { notes } = await desk
    .selectFrom('desk_note')
    .select(({ fn }) => fn.countAll<bigint>().as('notes'))
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  if (notes >= MAX_NOTES) throw refusals.tooMany()
}
