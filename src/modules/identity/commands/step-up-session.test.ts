import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#lib/dates.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { assertRecentAuth } from '../queries.ts'
import {
  addTestAuthenticator,
  addTestPasskey,
  createTestMember,
  createTestVisitor,
  generateAppCode,
  openTestSession,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { stepUpSession } from './step-up-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const needed = { code: 'step_up_needed', status: 403 }

test('A sign-in is recent for five minutes; the password renews it without a second factor.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const session = { id: sessionId }

  await assertRecentAuth(app, session)
  app.clock.advance(5 * MINUTE_MS)

  await expect(assertRecentAuth(app, session)).rejects.toMatchObject(needed)
  expect(await stepUpSession(app, member, sessionId, { password: SAMPLE_PASSWORD })).toMatchObject({
    by: 'password',
  })

  await assertRecentAuth(app, session)
  await expect(assertRecentAuth(app, null)).rejects.toMatchObject(needed)
})

test('With a second factor the password alone is never a recent authentication.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const other = await openTestSession(app, member)
  const { secret } = await addTestAuthenticator(app, member, sessionId)

  await expect(assertRecentAuth(app, { id: other.sessionId })).rejects.toMatchObject(needed)
  await expect(
    stepUpSession(app, member, other.sessionId, { password: SAMPLE_PASSWORD }),
  ).rejects.toMatchObject({
    code: 'factor_wrong',
    field: 'password',
  })

  app.clock.advance(30_000)
  expect(
    await stepUpSession(app, member, other.sessionId, { code: generateAppCode(app, secret) }),
  ).toMatchObject({
    by: 'code',
  })

  await assertRecentAuth(app, { id: other.sessionId })
})

test('A code is accepted once, across all sessions.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { secret } = await addTestAuthenticator(app, member, sessionId)

  app.clock.advance(30_000)

  const code = generateAppCode(app, secret)
  await stepUpSession(app, member, sessionId, { code })

  const replayed = stepUpSession(app, member, sessionId, { code })
  await expect(replayed).rejects.toMatchObject({ code: 'factor_wrong', field: 'code' })

  const before = generateAppCode(app, secret, -1)
  await expect(stepUpSession(app, member, sessionId, { code: before })).rejects.toMatchObject({
    field: 'code',
  })
})

test('Of 20 concurrent uses of one code, one succeeds.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { secret } = await addTestAuthenticator(app, member, sessionId)

  app.clock.advance(30_000)

  const code = generateAppCode(app, secret)
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => stepUpSession(app, member, sessionId, { code })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('A recovery code is accepted once.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { codes } = await addTestAuthenticator(app, member, sessionId)
  const [recoveryCode] = codes

  expect(await stepUpSession(app, member, sessionId, { recoveryCode })).toMatchObject({
    by: 'recovery-code',
  })
  await expect(stepUpSession(app, member, sessionId, { recoveryCode })).rejects.toMatchObject({
    field: 'recovery_code',
  })
})

test('Another person’s recovery code, code and passkey are rejected.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const thief = await createTestMember(app)
  const { secret, codes } = await addTestAuthenticator(app, thief.member, thief.sessionId)
  const { device } = await addTestPasskey(app, thief.member, thief.sessionId)

  await addTestAuthenticator(app, member, sessionId)
  app.clock.advance(30_000)

  const { options } = await challengePasskey(app, createTestVisitor(), {
    personId: member.id,
    sessionId,
  })
  for (const shown of [
    { code: generateAppCode(app, secret) },
    { recoveryCode: codes[0] },
    { passkey: device.use({ ...options }) },
  ])
    await expect(stepUpSession(app, member, sessionId, shown)).rejects.toMatchObject({
      code: 'factor_wrong',
    })
})

test('A passkey answers a challenge of this session, once.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const other = await openTestSession(app, member)
  const { device } = await addTestPasskey(app, member, sessionId)
  const { options } = await challengePasskey(app, createTestVisitor(), {
    personId: member.id,
    sessionId,
  })
  const passkey = device.use({ ...options })

  expect(await stepUpSession(app, member, sessionId, { passkey })).toMatchObject({ by: 'passkey' })

  const again = device.use({ ...options })
  await expect(stepUpSession(app, member, sessionId, { passkey: again })).rejects.toMatchObject({
    field: 'passkey',
  })

  const mine = await challengePasskey(app, createTestVisitor(), { personId: member.id, sessionId })
  const elsewhere = device.use({ ...mine.options })
  await expect(
    stepUpSession(app, member, other.sessionId, { passkey: elsewhere }),
  ).rejects.toMatchObject({
    field: 'passkey',
  })
})

test('The sixth attempt in a quarter of an hour is blocked, whatever its method.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { codes } = await addTestAuthenticator(app, member, sessionId)

  for (let tries = 0; tries < 5; tries++)
    await expect(stepUpSession(app, member, sessionId, { code: '000000' })).rejects.toMatchObject({
      status: 422,
    })

  const [recoveryCode] = codes
  await expect(stepUpSession(app, member, sessionId, { recoveryCode })).rejects.toMatchObject({
    status: 429,
  })
})

test('No method, or two at once, are rejected.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)

  for (const shown of [
    {},
    { code: '1', recoveryCode: '2' },
    { password: SAMPLE_PASSWORD, code: '1' },
  ])
    await expect(stepUpSession(app, member, sessionId, shown)).rejects.toMatchObject({
      status: 400,
    })
})
