import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addTestPasskey, createTestMember, createTestVisitor, SAMPLE_PASSWORD } from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { logInMember } from './log-in-member.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Without a session no passkey is named, and user verification is required.', async () => {
  const { app } = testApp
  const challenge = await challengePasskey(app, createTestVisitor(), { visit: true })
  expect(challenge.options).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
  })

  expect(challenge.token).toMatch(/^[\w-]{43}$/)
})

test('With an MFA challenge or a session, the person’s own passkeys are named.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)
  const { id } = device.use({ challenge: 'any' })
  const refused = await logInMember(app, createTestVisitor(), {
    email: member.email,
    password: SAMPLE_PASSWORD,
  }).catch((error) => error)
  const { mfaChallenge } = refused.alongside
  const inSession = { personId: member.id, sessionId }

  for (const request of [{ mfaChallenge }, inSession]) {
    const { options } = await challengePasskey(app, createTestVisitor(), request)
    expect(options.allowCredentials).toEqual([{ id, transports: ['internal'], type: 'public-key' }])
  }
})

test('An invented MFA challenge is rejected.', async () => {
  await expect(
    challengePasskey(testApp.app, createTestVisitor(), { mfaChallenge: 'made up' }),
  ).rejects.toMatchObject({
    code: 'challenge_invalid',
    status: 401,
  })
})
