import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { aMember, anAdmin, aVisitor, mailedToken } from '../testing.ts'
import { requestAdminReset } from './request-admin-reset.ts'
import { resetPassword } from './reset-password.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test("A member of staff is mailed a link, and using it is told to be the staff's", async () => {
  const { app } = house
  const { admin } = await anAdmin(app)
  await requestAdminReset(app, aVisitor(), { email: admin.email })

  const token = await mailedToken(app, admin.email, 'reset-password')
  const password = 'four unrelated words here'
  expect(await resetPassword(app, aVisitor(), { token, password })).toBe('admin')
})

test('A member gets nothing here, and the same answer', async () => {
  const { app } = house
  const { member } = await aMember(app)
  await expect(requestAdminReset(app, aVisitor(), { email: member.email })).resolves.toBeUndefined()
  expect(await listMail(app.db, { to: member.email, template: 'reset-password' })).toEqual([])
})
