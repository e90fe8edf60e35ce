import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail, listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { Person } from '../model.ts'
import { listSignIns } from '../queries/factors.ts'
import {
  addTestAuthenticator,
  addTestPasskey,
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  generateAppCode,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { finishLogin } from './finish-login.ts'
import { logInAdmin } from './log-in-admin.ts'
import { logInMember } from './log-in-member.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD
const invalid = { code: 'challenge_invalid', status: 401 }

async function requestMfaChallenge(person: Person, rememberMe = false): Promise<string> {
  const input = { email: person.email, password, rememberMe }
  const command = person.kind === 'member' ? logInMember : logInAdmin
  const refused = await command(testApp.app, createTestVisitor(), input).catch((error) => error)
  expect(refused).toMatchObject({ code: 'second_factor_needed', status: 401 })
  return refused.alongside.mfaChallenge
}

async function memberWithCode() {
  const made = await createTestMember(testApp.app)
  const { secret, codes } = await addTestAuthenticator(testApp.app, made.member, made.sessionId)
  testApp.app.clock.advance(30_000)
  return { ...made, secret, codes, code: () => generateAppCode(testApp.app, secret) }
}

test('After the right password a code opens the session, remembered as requested.', async () => {
  const { app } = testApp
  const { member, code } = await memberWithCode()
  const mfaChallenge = await requestMfaChallenge(member, true)
  const opened = await finishLogin(app, createTestVisitor(), {
    kind: 'member',
    mfaChallenge,
    code: code(),
  })

  expect(await resumeSession(app, opened)).toMatchObject({
    member: { id: member.id },
    session: { remembered: true },
  })
  expect((await listSignIns(app.db, member.id))[0]).toMatchObject({ outcome: 'good', by: 'code' })
})

test('An MFA challenge works once, for five minutes; an invented one is rejected.', async () => {
  const { app } = testApp
  const { member, code } = await memberWithCode()
  const mfaChallenge = await requestMfaChallenge(member)

  await finishLogin(app, createTestVisitor(), {
    kind: 'member',
    mfaChallenge,
    code: code(),
  })
  app.clock.advance(30_000)

  const again = finishLogin(app, createTestVisitor(), {
    kind: 'member',
    mfaChallenge,
    code: code(),
  })
  await expect(again).rejects.toMatchObject(invalid)

  const expired = await requestMfaChallenge(member)
  app.clock.advance(5 * 60_000)

  await expect(
    finishLogin(app, createTestVisitor(), { kind: 'member', mfaChallenge: expired, code: code() }),
  ).rejects.toMatchObject(invalid)
  await expect(
    finishLogin(app, createTestVisitor(), {
      kind: 'member',
      mfaChallenge: 'made up',
      code: code(),
    }),
  ).rejects.toMatchObject(invalid)
})

test('An MFA challenge is no session and does not work for another kind of account.', async () => {
  const { app } = testApp
  const { member, code } = await memberWithCode()
  const mfaChallenge = await requestMfaChallenge(member)

  expect(await resumeSession(app, { token: mfaChallenge })).toBeNull()
  await expect(
    finishLogin(app, createTestVisitor(), {
      kind: 'admin',
      mfaChallenge,
      code: code(),
    }),
  ).rejects.toMatchObject(invalid)

  const { admin, sessionId } = await createTestAdmin(app)
  const { secret } = await addTestAuthenticator(app, admin, sessionId)

  app.clock.advance(30_000)

  const own = { mfaChallenge: await requestMfaChallenge(admin), code: generateAppCode(app, secret) }
  await expect(
    finishLogin(app, createTestVisitor(), { kind: 'member', ...own }),
  ).rejects.toMatchObject(invalid)

  await finishLogin(app, createTestVisitor(), { kind: 'admin', ...own })
})

test('A code that opened one session opens no second.', async () => {
  const { app } = testApp
  const { member, code } = await memberWithCode()
  const [first, second] = [await requestMfaChallenge(member), await requestMfaChallenge(member)]
  const used = code()

  await finishLogin(app, createTestVisitor(), { kind: 'member', mfaChallenge: first, code: used })
  await expect(
    finishLogin(app, createTestVisitor(), { kind: 'member', mfaChallenge: second, code: used }),
  ).rejects.toMatchObject({ code: 'factor_wrong', field: 'code' })
  expect((await listSignIns(app.db, member.id))[0]).toMatchObject({ outcome: 'wrong-factor' })
})

test('A recovery code works once, and its use is mailed.', async () => {
  const { app } = testApp
  const { member, codes } = await memberWithCode()
  const [recoveryCode] = codes
  const mfaChallenge = await requestMfaChallenge(member)

  await finishLogin(app, createTestVisitor(), {
    kind: 'member',
    mfaChallenge,
    recoveryCode,
  })

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'code-used', frozen: false })

  const second = await requestMfaChallenge(member)
  await expect(
    finishLogin(app, createTestVisitor(), { kind: 'member', mfaChallenge: second, recoveryCode }),
  ).rejects.toMatchObject({ field: 'recovery_code' })
})

test('A passkey answers only the MFA challenge that it was requested for.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)
  const [mfaChallenge, other] = [
    await requestMfaChallenge(member),
    await requestMfaChallenge(member),
  ]
  const { options } = await challengePasskey(app, createTestVisitor(), {
    mfaChallenge,
  })
  const passkey = device.use({ ...options })

  await expect(
    finishLogin(app, createTestVisitor(), { kind: 'member', mfaChallenge: other, passkey }),
  ).rejects.toMatchObject({ field: 'passkey' })

  await finishLogin(app, createTestVisitor(), {
    kind: 'member',
    mfaChallenge,
    passkey,
  })
})

test('A new password invalidates the MFA challenge of the old one.', async () => {
  const { app } = testApp
  const { member, code } = await memberWithCode()
  const mfaChallenge = await requestMfaChallenge(member)

  app.clock.advance(1000)
  await requestReset(app, createTestVisitor(), { email: member.email })

  const token = await readMailedToken(app, member.email, 'reset-password')
  await resetPassword(app, createTestVisitor(), { token, password: 'four unrelated words here' })

  await expect(
    finishLogin(app, createTestVisitor(), {
      kind: 'member',
      mfaChallenge,
      code: code(),
    }),
  ).rejects.toMatchObject(invalid)
})

test('The sixth wrong attempt is blocked, also with a new MFA challenge each time.', async () => {
  const { app } = testApp
  const { member } = await memberWithCode()
  const tries: unknown[] = []

  for (let count = 0; count < 6; count++) {
    const mfaChallenge = await requestMfaChallenge(member)
    const input = { kind: 'member' as const, mfaChallenge, code: '000000' }
    tries.push(await finishLogin(app, createTestVisitor(), input).catch(({ status }) => status))
  }

  expect(tries).toEqual([422, 422, 422, 422, 422, 429])
})

test('A sign-in from a new device is mailed with a report link, a known one not.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const mails = async () =>
    (await listMail(app.db, { to: member.email, template: 'new-device' })).length
  const logInWithDevice = (device: string) =>
    logInMember(app, { ...createTestVisitor(), device }, { email: member.email, password })

  await logInWithDevice('first')
  expect(await mails()).toBe(0)

  await logInWithDevice('second')
  await logInWithDevice('second')
  await logInWithDevice('first')

  expect(await mails()).toBe(1)

  const mail = await findMail(app.db, member.email, 'new-device')
  expect(mail?.data).toMatchObject({ device: 'A program', address: '192.0.2.x' })
  expect(mail?.data.link).toContain('/not-me/')
})
