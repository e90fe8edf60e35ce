import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { aMember, signIn } from '../testing.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Every session but this one ends, and nobody else’s', async () => {
  const { app } = house
  const { member, sessionId, token } = await aMember(app)
  const others = [await signIn(app, member), await signIn(app, member)]
  const stranger = await aMember(app)

  await endOtherSessions(app, member, sessionId)
  for (const other of others) expect(await resumeSession(app, other)).toBeNull()
  expect(await resumeSession(app, { token })).not.toBeNull()
  expect(await resumeSession(app, stranger)).not.toBeNull()
})
