import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findSessionIdentity } from '../queries.ts'
import { createTestAdmin, openTestSession } from '../testing.ts'
import { endStaffSessions } from './end-staff-sessions.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Every session of one staff member ends, and no other person’s.', async () => {
  const { app } = testApp
  const { admin: owner, token: own } = await createTestAdmin(app)
  const { admin: ines, token } = await createTestAdmin(app, { role: 'finance' })
  const { token: second } = await openTestSession(app, ines)

  await expect(endStaffSessions(app, ines, owner.id)).rejects.toMatchObject({
    code: 'role_missing',
  })

  await endStaffSessions(app, owner, ines.id)

  const open = async (one: string) =>
    (await findSessionIdentity(app.db, one, app.clock.now())) !== null
  expect(await Promise.all([token, second, own].map(open))).toEqual([false, false, true])
})
