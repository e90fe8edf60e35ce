import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  readMailedToken,
} from '../testing.ts'
import { requestAdminReset } from './request-admin-reset.ts'
import { resetPassword } from './reset-password.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A staff member is mailed a link that is marked as a staff link.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app)
  await requestAdminReset(app, createTestVisitor(), { email: admin.email })

  const token = await readMailedToken(app, admin.email, 'reset-password')
  const password = 'four unrelated words here'
  expect(await resetPassword(app, createTestVisitor(), { token, password })).toMatchObject({
    kind: 'admin',
  })
})

test('A member gets no mail here, and the same response.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await expect(
    requestAdminReset(app, createTestVisitor(), { email: member.email }),
  ).resolves.toBeUndefined()
  expect(await listMail(app.db, { to: member.email, template: 'reset-password' })).toEqual([])
})
