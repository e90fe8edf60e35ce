import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { countEnquiries, listEnquiries } from '../queries.ts'
import { createTestEnquiry } from '../testing.ts'
import { markEnquiry } from './mark-enquiry.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('staff set the state and owner of a message, and the audit log names them', async () => {
  const { admin } = await createTestAdmin(testApp.app, { role: 'support' })
  const { id } = await createTestEnquiry(testApp.app)
  const before = await countEnquiries(testApp.app.db)
  const marked = await markEnquiry(testApp.app, admin, { id, state: 'read', assignedTo: admin.id })

  expect(marked).toMatchObject({ state: 'read', assignedTo: admin.id, handledBy: admin.id })
  expect(await countEnquiries(testApp.app.db)).toEqual({ ...before, unread: before.unread - 1 })

  await markEnquiry(testApp.app, admin, { id, state: 'read' })
  expect(await markEnquiry(testApp.app, admin, { id, assignedTo: null })).toMatchObject({
    state: 'read',
    assignedTo: null,
  })
  expect(await listAuditEvents(testApp.app.db, { subjectId: id })).toHaveLength(2)

  const open = async () =>
    (await listEnquiries(testApp.app.db, { state: 'open' })).map((one) => one.id)
  expect(await open()).toContain(id)

  await markEnquiry(testApp.app, admin, { id, state: 'answered' })
  expect(await open()).not.toContain(id)
  expect((await countEnquiries(testApp.app.db)).open).toBe(before.open - 1)
})

test('a viewer, an assignee outside the staff and an unknown id are rejected', async () => {
  const { admin: viewer } = await createTestAdmin(testApp.app, { role: 'viewer' })
  const { admin } = await createTestAdmin(testApp.app, { role: 'finance' })
  const { id } = await createTestEnquiry(testApp.app)

  await expect(markEnquiry(testApp.app, viewer, { id, state: 'read' })).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(markEnquiry(testApp.app, admin, { id, assignedTo: 'mem_x' })).rejects.toMatchObject({
    code: 'not_staff',
    field: 'assignedTo',
  })

  await expect(
    markEnquiry(testApp.app, admin, { id: 'enq_none', state: 'read' }),
  ).rejects.toMatchObject({
    status: 404,
  })
})
