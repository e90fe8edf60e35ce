import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { MAX_SESSIONS } from '../model.ts'
import {
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  openTestSession,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { logInMember } from './log-in-member.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test("A member's session ends after 30 idle minutes, and use extends it.", async () => {
  const { app } = testApp
  const { token } = await createTestMember(app)

  for (let use = 0; use < 4; use++) {
    app.clock.advance(29 * MINUTE_MS)
    expect(await resumeSession(app, { token })).not.toBeNull()
  }

  app.clock.advance(30 * MINUTE_MS)
  expect(await resumeSession(app, { token })).toBeNull()
})

test('A remembered session ends after seven idle days, or thirty days in total.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const input = { email: member.email, password: SAMPLE_PASSWORD, rememberMe: true }
  const { token } = await logInMember(app, createTestVisitor(), input)

  for (let use = 0; use < 4; use++) {
    app.clock.advance(7 * 24 * HOUR_MS - 1)
    expect(await resumeSession(app, { token })).not.toBeNull()
  }

  app.clock.advance(2 * 24 * HOUR_MS + 4)
  expect(await resumeSession(app, { token })).toBeNull()
})

test('A staff session ends after 15 idle minutes, or 8 hours in total.', async () => {
  const { app } = testApp
  const idle = await createTestAdmin(app)
  const busy = await createTestAdmin(app)

  app.clock.advance(14 * MINUTE_MS)
  expect(await resumeSession(app, busy)).toMatchObject({ kind: 'admin', admin: { role: 'owner' } })

  app.clock.advance(MINUTE_MS)
  expect(await resumeSession(app, idle)).toBeNull()

  for (let used = 15; used < 8 * 60; used += 13) {
    expect(await resumeSession(app, busy)).not.toBeNull()
    app.clock.advance(13 * MINUTE_MS)
  }

  expect(await resumeSession(app, busy)).toBeNull()
})

test('A session in use is written at most once a minute.', async () => {
  const { app, database } = testApp
  const { token, sessionId } = await createTestMember(app)
  const readLastUsed = async () =>
    (await database.owner.query('select last_used_at from session where id = $1', [sessionId]))
      .rows[0].last_used_at
  const opened = app.clock.now()

  app.clock.advance(MINUTE_MS - 1)
  await resumeSession(app, { token })

  expect(await readLastUsed()).toEqual(opened)

  app.clock.advance(1)
  await resumeSession(app, { token })

  expect(await readLastUsed()).toEqual(app.clock.now())
})

test('No invented token is accepted, and no secret, id or digest works as one.', async () => {
  const { app, database } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { rows } = await database.owner.query('select token_digest from session where id = $1', [
    sessionId,
  ])
  const storedDigest = rows[0].token_digest as Buffer

  for (const token of [
    'x'.repeat(43),
    member.id,
    sessionId,
    storedDigest.toString('base64url'),
    storedDigest.toString('hex'),
  ])
    expect(await resumeSession(app, { token }), token).toBeNull()

  const secrets = [app.config.SECRET, app.config.DATABASE_URL, app.config.PUBLIC_URL].filter(
    (one) => one,
  )
  expect(secrets.length).toBeGreaterThan(1)

  for (const token of secrets)
    expect(await resumeSession(app, { token: token ?? '' }), token).toBeNull()
})

test('Beyond twenty sessions of one person, only the one unused for longest ends.', async () => {
  const { app } = testApp
  const { member, token: first } = await createTestMember(app)
  const tokens = [first]

  while (tokens.length < MAX_SESSIONS) {
    app.clock.advance(1000)
    tokens.push((await openTestSession(app, member)).token)
  }

  app.clock.advance(MINUTE_MS)
  expect(await resumeSession(app, { token: first })).not.toBeNull()

  await openTestSession(app, member)

  const open = await Promise.all(
    tokens.map(async (token) => (await resumeSession(app, { token })) !== null),
  )
  expect(open.flatMap((is, at) => (is ? [] : [at]))).toEqual([1])
})
