import type { Selectable } from 'kysely'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import type { Admin } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { type Assignment, MAX_NOTES, type Note } from './model.ts'
import type { DeskTables } from './tables.ts'

const selectNotes = (reader: Reader) =>
  reader.withTables<DeskTables>().selectFrom('desk_note').selectAll()

/** Returns a note from its row. */
export const toNote = (row: Selectable<DeskTables['desk_note']>): Note => ({
  id: row.id,
  subjectId: row.subject_id,
  message: row.message,
  writtenBy: row.written_by,
  writtenAt: row.written_at,
  task: row.assigned_to
    ? {
        assignedTo: row.assigned_to,
        dueOn: row.due_on,
        done: row.done_at && row.done_by ? { at: row.done_at, by: row.done_by } : null,
      }
    : null,
})

/** Lists the notes about a subject, newest first. */
export async function listNotes(reader: Reader, subjectId: string): Promise<Note[]> {
  const rows = await selectNotes(reader)
    .where('subject_id', '=', subjectId)
    .orderBy('sequence', 'desc')
    .limit(MAX_NOTES)
    .execute()

  return rows.map(toNote)
}

/** Lists the open tasks of a staff member, those with the earliest due date first; at most 50. */
export async function listOpenTasks(reader: Reader, staffId: string): Promise<Note[]> {
  const rows = await selectNotes(reader)
    .where('assigned_to', '=', staffId)
    .where('done_at', 'is', null)
    .orderBy('due_on')
    .orderBy('sequence')
    .limit(50)
    .execute()

  return rows.map(toNote)
}

/** Lists who works on what waits for the staff, latest first; at most 500. */
export async function listAssignments(reader: Reader): Promise<Assignment[]> {
  const rows = await reader
    .withTables<DeskTables>()
    .selectFrom('desk_assignment')
    .innerJoin('open_work', 'open_work.subject_id', 'desk_assignment.subject_id')
    .select(['desk_assignment.subject_id', 'staff_id', 'assigned_at'])
    .orderBy('assigned_at', 'desc')
    .limit(500)
    .execute()

  return rows.map((row) => ({
    subjectId: row.subject_id,
    staffId: row.staff_id,
    assignedAt: row.assigned_at,
  }))
}

/** Lists the deposits and withdrawals that wait for the staff; at most 2,000. */
export async function listOpenWork(
  reader: Reader,
): Promise<{ subjectId: string; kind: 'deposit' | 'withdrawal' }[]> {
  const rows = await reader
    .withTables<DeskTables>()
    .selectFrom('open_work')
    .selectAll()
    .limit(2_000)
    .execute()

  return rows.map(({ subject_id: subjectId, kind }) => ({ subjectId, kind }))
}

/** Lists the ids of members, deposits and withdrawals that contain a text. */
export async function listSubjectIds(
  reader: Reader,
  part: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader
    .withTables<DeskTables>()
    .selectFrom('desk_subject')
    .select('subject_id')
    .where('subject_id', 'like', `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
    .limit(limit)
    .execute()

  return rows.map(({ subject_id: id }) => id)
}

/** Returns the staff whom a task can be assigned to. */
export async function listAssignees(reader: Reader): Promise<Admin[]> {
  const roles = getPermittedRoles('desk.write')
  return (await listStaffAtWork(reader)).filter(({ role }) => roles.includes(role))
}
