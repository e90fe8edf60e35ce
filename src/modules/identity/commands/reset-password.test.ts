import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { assertMayWithdraw } from '../model.ts'
import { getMember } from '../queries.ts'
import {
  addTestAuthenticator,
  createTestMember,
  createTestVisitor,
  openTestSession,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { logInMember } from './log-in-member.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = 'orange kettle seven rivers'

const requestResetLink = async () => {
  const { app } = testApp
  const made = await createTestMember(app)
  const { email } = made.member

  await requestReset(app, createTestVisitor(), { email })

  const token = await readMailedToken(app, email, 'reset-password')
  return { ...made, email, resetToken: token }
}

test('The link sets the password, ends sessions, mails the member and freezes withdrawals.', async () => {
  const { app } = testApp
  const { member, email, resetToken, token } = await requestResetLink()
  const elsewhere = await openTestSession(app, member)

  const reset = await resetPassword(app, createTestVisitor(), { token: resetToken, password })
  expect(reset).toEqual({ kind: 'member', reference: expect.stringMatching(/^aev_/) })

  for (const ended of [token, elsewhere.token])
    expect(await resumeSession(app, { token: ended })).toBeNull()
  await expect(
    logInMember(app, createTestVisitor(), { email, password: SAMPLE_PASSWORD }),
  ).rejects.toMatchObject({
    status: 401,
  })
  await expect(logInMember(app, createTestVisitor(), { email, password })).resolves.toBeTruthy()
  expect((await findMail(app.db, email, 'password-changed'))?.data).toMatchObject({
    reset: true,
    frozen: true,
  })

  const after = await getMember(app.db, member.id)
  expect(() => assertMayWithdraw(after, app.clock.now())).toThrow(
    /paused until 21 Nov 2026, 12:00 UTC/,
  )
  expect(() => assertMayWithdraw(after, new Date('2026-11-21T12:00:00Z'))).not.toThrow()
})

test('A new password removes no second factor: sign-in still requires it.', async () => {
  const { app } = testApp
  const { member, sessionId, email, resetToken } = await requestResetLink()
  await addTestAuthenticator(app, member, sessionId)
  await resetPassword(app, createTestVisitor(), { token: resetToken, password })

  const again = logInMember(app, createTestVisitor(), { email, password })
  await expect(again).rejects.toMatchObject({ code: 'second_factor_needed' })
})

test('A link works once, also under concurrency, and ends the other links.', async () => {
  const { app } = testApp
  const { email, resetToken } = await requestResetLink()
  await requestReset(app, createTestVisitor(), { email })

  const second = await readMailedToken(app, email, 'reset-password')
  const uses = Array.from({ length: 4 }, () =>
    resetPassword(app, createTestVisitor(), { token: resetToken, password }),
  )
  const outcomes = await Promise.allSettled(uses)

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

  for (const token of [resetToken, second])
    await expect(
      resetPassword(app, createTestVisitor(), { token, password }),
    ).rejects.toMatchObject({
      code: 'link_invalid',
    })
})

test('A link expires after 30 minutes, and an invented one is rejected.', async () => {
  const { app } = testApp
  const { resetToken } = await requestResetLink()

  app.clock.advance(30 * 60_000)

  for (const token of [resetToken, 'made-up'])
    await expect(
      resetPassword(app, createTestVisitor(), { token, password }),
    ).rejects.toMatchObject({
      code: 'link_invalid',
      status: 422,
    })
})

test('A rejected password leaves the link usable.', async () => {
  const { app } = testApp
  const { resetToken } = await requestResetLink()

  for (const [bad, code] of [
    ['short', 'password_length'],
    ['dragon123456', 'password_common'],
  ] as const)
    await expect(
      resetPassword(app, createTestVisitor(), { token: resetToken, password: bad }),
    ).rejects.toMatchObject({
      code,
    })

  await expect(
    resetPassword(app, createTestVisitor(), { token: resetToken, password }),
  ).resolves.toMatchObject({ kind: 'member' })
})
