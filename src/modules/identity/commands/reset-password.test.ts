import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { assertMayWithdraw } from '../model.ts'
import { getMember } from '../queries.ts'
import {
  aMember,
  aVisitor,
  mailedToken,
  SAMPLE_PASSWORD,
  signIn,
  withAuthenticator,
} from '../testing.ts'
import { logIn } from './log-in.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const password = 'orange kettle seven rivers'

const asked = async () => {
  const { app } = house
  const made = await aMember(app)
  const { email } = made.member

  await requestReset(app, aVisitor(), { email })

  const token = await mailedToken(app, email, 'reset-password')
  return { ...made, email, resetToken: token }
}

test('The link sets the password, ends every session, mails the member and rests withdrawals for a day', async () => {
  const { app } = house
  const { member, email, resetToken, token } = await asked()
  const elsewhere = await signIn(app, member)

  expect(await resetPassword(app, aVisitor(), { token: resetToken, password })).toBe('member')

  for (const ended of [token, elsewhere.token])
    expect(await resumeSession(app, { token: ended })).toBeNull()
  await expect(logIn(app, aVisitor(), { email, password: SAMPLE_PASSWORD })).rejects.toMatchObject({
    status: 401,
  })
  await expect(logIn(app, aVisitor(), { email, password })).resolves.toBeTruthy()
  expect((await findMail(app.db, email, 'password-changed'))?.data).toMatchObject({
    reset: true,
    frozen: true,
  })

  const after = await getMember(app.db, member.id)
  expect(() => assertMayWithdraw(after, app.clock.now())).toThrow(
    /paused until 2026-11-21 12:00 UTC/,
  )
  expect(() => assertMayWithdraw(after, new Date('2026-11-21T12:00:00Z'))).not.toThrow()
})

test('A new password takes no second factor away: the log-in asks for it as before', async () => {
  const { app } = house
  const { member, sessionId, email, resetToken } = await asked()
  await withAuthenticator(app, member, sessionId)
  await resetPassword(app, aVisitor(), { token: resetToken, password })

  const again = logIn(app, aVisitor(), { email, password })
  await expect(again).rejects.toMatchObject({ code: 'second_factor_needed' })
})

test('A link works once, also for two who use it at the same moment, and ends the other links', async () => {
  const { app } = house
  const { email, resetToken } = await asked()
  await requestReset(app, aVisitor(), { email })

  const second = await mailedToken(app, email, 'reset-password')
  const uses = Array.from({ length: 4 }, () =>
    resetPassword(app, aVisitor(), { token: resetToken, password }),
  )
  const outcomes = await Promise.allSettled(uses)

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

  for (const token of [resetToken, second])
    await expect(resetPassword(app, aVisitor(), { token, password })).rejects.toMatchObject({
      code: 'link_invalid',
    })
})

test('A link is worth nothing after 30 minutes, nor is one that was never sent', async () => {
  const { app } = house
  const { resetToken } = await asked()

  app.clock.advance(30 * 60_000)

  for (const token of [resetToken, 'made-up'])
    await expect(resetPassword(app, aVisitor(), { token, password })).rejects.toMatchObject({
      code: 'link_invalid',
      status: 422,
    })
})

test('A password that is refused leaves the link usable', async () => {
  const { app } = house
  const { resetToken } = await asked()

  for (const [bad, code] of [
    ['short', 'password_length'],
    ['dragon123456', 'password_common'],
  ] as const)
    await expect(
      resetPassword(app, aVisitor(), { token: resetToken, password: bad }),
    ).rejects.toMatchObject({
      code,
    })

  await expect(resetPassword(app, aVisitor(), { token: resetToken, password })).resolves.toBe(
    'member',
  )
})
