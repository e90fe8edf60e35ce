import { toUtcDay } from '#lib/dates.ts'
import { FORMER_STAFF_LABEL } from '#modules/identity/model.ts'
import { listStaff } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { implementCalls } from '#platform/http/http.ts'
import { changeTask } from './commands/change-task.ts'
import { claimWork } from './commands/claim-work.ts'
import { releaseWork } from './commands/release-work.ts'
import { writeNote } from './commands/write-note.ts'
import { deskContract } from './contract.ts'
import { describeSubject, type Note } from './model.ts'
import { listAssignees, listAssignments, listNotes, listOpenTasks } from './queries.ts'

const calls = implementCalls(deskContract)

type DeskApp = Pick<App, 'db' | 'clock'>

/** Returns the name of a staff member by id. */
async function readStaffNames({ db }: DeskApp) {
  const names = new Map((await listStaff(db)).map(({ id, label }) => [id, label]))
  return (id: string) => names.get(id) ?? FORMER_STAFF_LABEL
}

async function buildNoteResponses(app: DeskApp, notes: readonly Note[]) {
  const getName = await readStaffNames(app)
  const today = toUtcDay(app.clock.now())

  return notes.map(({ id, subjectId, message, writtenBy, writtenAt, task }) => ({
    _id: id,
    subject: subjectId,
    ...describeSubject(subjectId),
    message,
    writtenBy: getName(writtenBy),
    writtenAt,
    task: task && {
      assignee: { _id: task.assignedTo, name: getName(task.assignedTo) },
      dueOn: task.dueOn,
      overdue: task.done === null && task.dueOn !== null && task.dueOn < today,
      doneAt: task.done?.at ?? null,
      doneBy: task.done && getName(task.done.by),
    },
  }))
}

export const deskApi = calls.router({
  notes: calls.notes.handler(async ({ context: { app }, input }) => {
    const notes = await buildNoteResponses(app, await listNotes(app.db, input.subject))
    const assignees = (await listAssignees(app.db)).map(({ id, label }) => ({
      _id: id,
      name: label,
    }))
    return { message: 'Notes', data: { notes, assignees } }
  }),
  write: calls.write.handler(async ({ context: { app, admin }, input }) => {
    const { subject: subjectId, ...rest } = input
    await writeNote(app, admin(), { subjectId, ...rest })
    return { message: input.assignedTo ? 'Task assigned' : 'Note saved' }
  }),
  tasks: calls.tasks.handler(async ({ context: { app, admin } }) => {
    const tasks = await listOpenTasks(app.db, admin().id)
    return { message: 'Open tasks', data: await buildNoteResponses(app, tasks) }
  }),
  changeTask: calls.changeTask.handler(async ({ context: { app, admin }, input }) => {
    await changeTask(app, admin(), input)
    if (input.done === undefined) return { message: 'Task assigned' }
    return { message: input.done ? 'Task done' : 'Task reopened' }
  }),
  assignments: calls.assignments.handler(async ({ context: { app, admin } }) => {
    const getName = await readStaffNames(app)
    const me = admin().id
    const data = (await listAssignments(app.db)).map(({ subjectId, staffId, assignedAt }) => ({
      subject: subjectId,
      assignee: { _id: staffId, name: getName(staffId) },
      mine: staffId === me,
      assignedAt,
    }))
    return { message: 'Assignments', data }
  }),
  claim: calls.claim.handler(async ({ context: { app, admin }, input }) => {
    await claimWork(app, admin(), input.subject)
    return { message: 'Assigned to you' }
  }),
  release: calls.release.handler(async ({ context: { app, admin }, input }) => {
    await releaseWork(app, admin(), input.subject)
    return { message: 'No longer assigned' }
  }),
})
