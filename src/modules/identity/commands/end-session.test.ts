import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listSessions } from '../queries/factors.ts'
import { aMember, signIn } from '../testing.ts'
import { endSession } from './end-session.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('One of one’s own sessions ends at once, and the others go on', async () => {
  const { app } = house
  const { member, sessionId, token } = await aMember(app)
  const other = await signIn(app, member)

  await endSession(app, member, other.sessionId)
  expect(await resumeSession(app, other)).toBeNull()
  expect(await resumeSession(app, { token })).not.toBeNull()
  expect((await listSessions(app.db, member.id, app.clock.now())).map(({ id }) => id)).toEqual([
    sessionId,
  ])
})

test('Somebody else’s session, an ended one and none at all aren’t found', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const stranger = await aMember(app)

  await expect(endSession(app, member, stranger.sessionId)).rejects.toMatchObject({ status: 404 })
  expect(await resumeSession(app, stranger)).not.toBeNull()

  await endSession(app, member, sessionId)
  for (const id of [sessionId, 'ses_none'])
    await expect(endSession(app, member, id)).rejects.toMatchObject({ status: 404 })
})
