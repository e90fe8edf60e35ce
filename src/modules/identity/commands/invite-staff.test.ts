import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listStaffLines } from '../queries.ts'
import { createTestAdmin, createTestVisitor, readMailedToken, SAMPLE_PASSWORD } from '../testing.ts'
import { inviteStaff } from './invite-staff.ts'
import { logInAdmin } from './log-in-admin.ts'
import { resetPassword } from './reset-password.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const invitation = {
  firstName: 'Noor',
  lastName: 'Haddad',
  email: 'Noor@example.com',
  role: 'support',
} as const

test('An invited person sets a password by the mailed link and works in their role.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const noor = await inviteStaff(app, owner, invitation)
  const line = async () =>
    (await listStaffLines(app.db, app.clock.now())).find(({ id }) => id === noor.id)

  expect(await line()).toMatchObject({ role: 'support', invited: true, openSessions: 0 })

  for (const password of ['', SAMPLE_PASSWORD])
    await expect(
      logInAdmin(app, createTestVisitor(), { email: noor.email, password }),
    ).rejects.toMatchObject({
      code: 'login_failed',
    })

  expect(await findMail(app.db, owner.email, 'staff-changed')).not.toBeNull()
  expect(await findMail(app.db, noor.email, 'staff-changed')).toBeNull()

  const token = await readMailedToken(app, noor.email, 'staff-invited')
  await resetPassword(app, createTestVisitor(), { token, password: SAMPLE_PASSWORD })

  const { admin } = await logInAdmin(app, createTestVisitor(), {
    email: noor.email,
    password: SAMPLE_PASSWORD,
  })
  expect(admin).toMatchObject({ id: noor.id, role: 'support' })
  expect(await line()).toMatchObject({ invited: false, openSessions: 1 })

  const [event] = await listAuditEvents(app.db, { subjectId: noor.id, action: 'staff.invited' })
  expect(event).toMatchObject({ actor: { id: owner.id }, details: { role: 'support' } })
})

test('An invitation expires after three days, and only an owner sends one.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const invited = await inviteStaff(app, owner, { ...invitation, email: 'late@example.com' })
  const token = await readMailedToken(app, invited.email, 'staff-invited')

  app.clock.advance(3 * 86_400_000 + 1)
  await expect(
    resetPassword(app, createTestVisitor(), { token, password: SAMPLE_PASSWORD }),
  ).rejects.toMatchObject({
    code: 'link_invalid',
  })

  for (const role of ['viewer', 'support', 'finance'] as const) {
    const { admin } = await createTestAdmin(app, { role })
    await expect(
      inviteStaff(app, admin, { ...invitation, email: 'x@example.com' }),
    ).rejects.toMatchObject({
      code: 'role_missing',
    })
  }

  await expect(
    inviteStaff(app, owner, { ...invitation, email: 'LATE@example.com' }),
  ).rejects.toMatchObject({
    code: 'admin_exists',
    field: 'email',
  })
})
