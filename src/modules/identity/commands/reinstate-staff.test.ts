import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createTestAdmin, createTestVisitor, SAMPLE_PASSWORD } from '../testing.ts'
import { logInAdmin } from './log-in-admin.ts'
import { reinstateStaff } from './reinstate-staff.ts'
import { suspendStaff } from './suspend-staff.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Reinstated staff sign in as before, with both events audited; only an owner reinstates.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: ines } = await createTestAdmin(app, { role: 'finance' })

  await suspendStaff(app, owner, { staffId: ines.id, reason: 'On leave.' })

  const { admin: support } = await createTestAdmin(app, { role: 'support' })
  await expect(reinstateStaff(app, support, ines.id)).rejects.toMatchObject({
    code: 'role_missing',
  })

  await reinstateStaff(app, owner, ines.id)
  await reinstateStaff(app, owner, ines.id)

  const { admin } = await logInAdmin(app, createTestVisitor(), {
    email: ines.email,
    password: SAMPLE_PASSWORD,
  })
  expect(admin.suspended).toBeNull()

  const events = await listAuditEvents(app.db, { subjectId: ines.id, action: 'staff' })
  expect(events.map(({ action }) => action)).toEqual(['staff.reinstated', 'staff.suspended'])
})
