import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findSessionIdentity } from '../queries.ts'
import { createTestAdmin, createTestMember, openTestSession } from '../testing.ts'
import { endMemberSessions } from './end-member-sessions.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Staff end every session of one member only; viewers cannot.', async () => {
  const { app } = testApp
  const { admin: support } = await createTestAdmin(app, { role: 'support' })
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { member, token } = await createTestMember(app)
  const { token: second } = await openTestSession(app, member)
  const { token: other } = await createTestMember(app)
  const open = async (one: string) =>
    (await findSessionIdentity(app.db, one, app.clock.now())) !== null
  const refused = endMemberSessions(app, viewer, member.id)

  await expect(refused).rejects.toMatchObject({ code: 'role_missing', status: 403 })
  expect(await Promise.all([token, second, other].map(open))).toEqual([true, true, true])

  await endMemberSessions(app, support, member.id)
  expect(await Promise.all([token, second, other].map(open))).toEqual([false, false, true])
})
