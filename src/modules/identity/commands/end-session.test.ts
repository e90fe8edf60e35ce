import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listSessions } from '../queries/factors.ts'
import { createTestMember, openTestSession } from '../testing.ts'
import { endSession } from './end-session.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('One of the person’s own sessions ends at once, and the others stay open.', async () => {
  const { app } = testApp
  const { member, sessionId, token } = await createTestMember(app)
  const other = await openTestSession(app, member)

  await endSession(app, member, other.sessionId)
  expect(await resumeSession(app, other)).toBeNull()
  expect(await resumeSession(app, { token })).not.toBeNull()
  expect((await listSessions(app.db, member.id, app.clock.now())).map(({ id }) => id)).toEqual([
    sessionId,
  ])
})

test('Another person’s session, an ended one and an unknown one are not found.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const stranger = await createTestMember(app)

  await expect(endSession(app, member, stranger.sessionId)).rejects.toMatchObject({ status: 404 })
  expect(await resumeSession(app, stranger)).not.toBeNull()

  await endSession(app, member, sessionId)
  for (const id of [sessionId, 'ses_none'])
    await expect(endSession(app, member, id)).rejects.toMatchObject({ status: 404 })
})
