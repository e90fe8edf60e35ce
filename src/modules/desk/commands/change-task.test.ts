import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listOpenTasks } from '../queries.ts'
import { changeTask } from './change-task.ts'
import { writeNote } from './write-note.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function createTask() {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const { admin: assignee } = await createTestAdmin(app, { role: 'finance' })
  const { member } = await createTestMember(app)
  const task = { subjectId: member.id, message: 'Call back.', assignedTo: assignee.id }
  const { id } = await writeNote(app, admin, task)
  const countOpen = async (person: { id: string }) =>
    (await listOpenTasks(app.db, person.id)).length

  return { app, id, admin, assignee, member, countOpen }
}

test('A task that is done leaves the open tasks, and comes back when it is reopened', async () => {
  const { app, id, assignee, member, countOpen } = await createTask()

  const { task } = await changeTask(app, assignee, { id, done: true })
  expect(task?.done).toMatchObject({ by: assignee.id })
  expect(await countOpen(assignee)).toBe(0)

  await changeTask(app, assignee, { id, done: true })
  expect((await changeTask(app, assignee, { id, done: false })).task?.done).toBeNull()
  expect(await countOpen(assignee)).toBe(1)

  const events = await listAuditEvents(app.db, { subjectId: member.id })
  expect(events.filter(({ action }) => action === 'task.changed')).toHaveLength(2)
})

test('A task is passed on to another staff member, but not to a viewer', async () => {
  const { app, id, admin, assignee, countOpen } = await createTask()
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  await changeTask(app, assignee, { id, assignedTo: admin.id })
  expect([await countOpen(admin), await countOpen(assignee)]).toEqual([1, 0])

  await expect(changeTask(app, admin, { id, assignedTo: viewer.id })).rejects.toMatchObject({
    code: 'not_assignable',
  })
  await expect(changeTask(app, viewer, { id, done: true })).rejects.toMatchObject({
    code: 'role_missing',
  })
})

test('A note without an assignee is no task', async () => {
  const { app, admin, member } = await createTask()
  const { id } = await writeNote(app, admin, { subjectId: member.id, message: 'A note.' })

  for (const unknown of [id, 'nte_none'])
    await expect(changeTask(app, admin, { id: unknown, done: true })).rejects.toMatchObject({
      status: 404,
    })
})
