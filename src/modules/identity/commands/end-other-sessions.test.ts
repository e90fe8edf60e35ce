import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createTestMember, openTestSession } from '../testing.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Every session of the person but this one ends, and no other person’s.', async () => {
  const { app } = testApp
  const { member, sessionId, token } = await createTestMember(app)
  const others = [await openTestSession(app, member), await openTestSession(app, member)]
  const stranger = await createTestMember(app)

  await endOtherSessions(app, member, sessionId)
  for (const other of others) expect(await resumeSession(app, other)).toBeNull()
  expect(await resumeSession(app, { token })).not.toBeNull()
  expect(await resumeSession(app, stranger)).not.toBeNull()
})
