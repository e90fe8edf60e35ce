import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getFactors, listSignIns } from '../queries/factors.ts'
import {
  addTestPasskey,
  createSoftPasskey,
  createTestAdmin,
  createTestMember,
  createTestVisitor,
} from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const failed = { code: 'login_failed', status: 401 }
const ask = async () => {
  const { token, options } = await challengePasskey(testApp.app, createTestVisitor(), {
    visit: true,
  })
  return { token, options: { ...options } }
}
const enter = (
  challengeToken: string,
  passkey: ReturnType<ReturnType<typeof createSoftPasskey>['use']>,
  kind = 'member',
) =>
  logInByPasskey(testApp.app, createTestVisitor(), {
    kind: kind as 'member' | 'admin',
    mfaChallenge: challengeToken,
    passkey,
  })

test('A passkey with user verification opens a session without a password.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)
  const { token: mfaChallenge, options } = await ask()
  const opened = await enter(mfaChallenge, device.use(options))

  expect(await resumeSession(app, opened)).toMatchObject({ member: { id: member.id } })
  expect((await listSignIns(app.db, member.id))[0]).toMatchObject({
    outcome: 'good',
    by: 'passkey',
  })
})

test('A challenge works once, and only for its requester.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)
  const { token: mfaChallenge, options } = await ask()

  await enter(mfaChallenge, device.use(options))
  await expect(enter(mfaChallenge, device.use(options))).rejects.toMatchObject(failed)

  const [mine, other] = [await ask(), await ask()]
  await expect(enter(other.token, device.use(mine.options))).rejects.toMatchObject(failed)

  const expired = await ask()
  app.clock.advance(5 * 60_000)

  await expect(enter(expired.token, device.use(expired.options))).rejects.toMatchObject(failed)
})

test('A signature for another origin, or without user verification, opens nothing.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)

  for (const lie of [
    { origin: 'https://candor.example.net' },
    { verified: false },
    { owner: (await createTestMember(app)).member.id },
  ]) {
    const { token: mfaChallenge, options } = await ask()
    await expect(enter(mfaChallenge, device.use(options, lie))).rejects.toMatchObject(failed)
  }
})

test('An unknown passkey opens nothing, and a member’s opens no back office.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)
  const strange = await ask()

  await expect(
    enter(strange.token, createSoftPasskey(app.config).use(strange.options)),
  ).rejects.toMatchObject(failed)

  const adminChallenge = await ask()
  await expect(
    enter(adminChallenge.token, device.use(adminChallenge.options), 'admin'),
  ).rejects.toMatchObject(failed)

  const ruth = await createTestAdmin(app)
  const hers = await addTestPasskey(app, ruth.admin, ruth.sessionId)
  const own = await ask()

  await enter(own.token, hers.device.use(own.options), 'admin')
})

test('A decreasing counter disables the passkey, and its owner is mailed.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)
  const first = await ask()

  await enter(first.token, device.use(first.options, { count: 7 }))

  const second = await ask()
  await expect(enter(second.token, device.use(second.options, { count: 7 }))).rejects.toMatchObject(
    failed,
  )

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'passkey-copied', name: 'Laptop' })

  const third = await ask()
  await expect(enter(third.token, device.use(third.options, { count: 8 }))).rejects.toMatchObject(
    failed,
  )
  expect((await getFactors(app.db, member.id)).passkeys[0]?.copiedAt).toEqual(app.clock.now())
})

test('A passkey without a counter continues to send 0.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)

  for (let times = 0; times < 2; times++) {
    const { token: mfaChallenge, options } = await ask()
    await enter(mfaChallenge, device.use(options, { count: 0 }))
  }
})

test('Successful passkey sign-ins never exhaust the limit: a success resets it.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)

  for (let times = 0; times < 7; times++) {
    const { token: mfaChallenge, options } = await ask()
    await expect(enter(mfaChallenge, device.use(options))).resolves.toBeTruthy()
  }
})
