import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'

/** The columns of a subject, by the beginning of its id. */
export const NOTE_SUBJECTS = {
  mem: 'member_id',
  dep: 'deposit_id',
  wdr: 'withdrawal_id',
} as const

export const ASSIGNED_SUBJECTS = { dep: 'deposit_id', wdr: 'withdrawal_id' } as const

export const NOTE_MAX = 2_000

/** The maximum number of notes and tasks about one subject. */
export const MAX_NOTES = 200

/** A note about a member, a deposit or a withdrawal; with a `task` where a person is to act. */
export type Note = {
  id: string
  subjectId: string
  message: string
  /** The ids of staff members. */
  writtenBy: string
  writtenAt: Date
  task: Task | null
}

export type Task = {
  assignedTo: string
  dueOn: Day | null
  done: { at: Date; by: string } | null
}

/** The staff member who works on a deposit or a withdrawal. */
export type Assignment = { subjectId: string; staffId: string; assignedAt: Date }

const ADMIN = '/admin-dashboard'

/** Returns the kind of a subject in words and the screen that shows it. */
export function describeSubject(subjectId: string): { kind: string; to: string } {
  if (subjectId.startsWith('mem_'))
    return { kind: 'Member', to: `${ADMIN}/manage-user/${subjectId}` }
  return subjectId.startsWith('dep_')
    ? { kind: 'Deposit', to: `${ADMIN}/alltransaction?open=${subjectId}` }
    : { kind: 'Withdrawal', to: `${ADMIN}/withdrawals?open=${subjectId}` }
}

/** Returns the column that holds a subject. Throws `not_found` (404) for another kind of id. */
export function getSubjectColumn<Column extends string>(
  columns: Readonly<Record<string, Column>>,
  subjectId: string,
): Column {
  const column = columns[subjectId.slice(0, subjectId.indexOf('_'))]
  if (!column) throw refusals.noSubject()
  return column
}

export const refusals = {
  noSubject: () =>
    new DomainError('not_found', 404, 'No member, deposit or withdrawal has this ID.'),
  noText: () => new DomainError('validation', 400, 'Please enter a note.', 'message'),
  dueWithoutTask: () =>
    new DomainError('validation', 400, 'Choose who does this, or remove the date.', 'assignedTo'),
  notAssignable: () =>
    new DomainError(
      'not_assignable',
      422,
      'This staff member can’t be assigned: their access is suspended or view-only.',
      'assignedTo',
    ),
  tooMany: () =>
    new DomainError('too_many_notes', 409, `There are already ${MAX_NOTES} notes about this.`),
  notOpen: () =>
    new DomainError('not_open', 409, 'This no longer waits for the staff, so it isn’t assigned.'),
}
