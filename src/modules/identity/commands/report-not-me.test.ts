import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { assertMayWithdraw } from '../model.ts'
import { factorsOf, getMember } from '../queries.ts'
import {
  aMember,
  anAdmin,
  aVisitor,
  mailedToken,
  SAMPLE_PASSWORD,
  withAuthenticator,
  withPasskey,
} from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { changePassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { reportNotMe } from './report-not-me.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const password = SAMPLE_PASSWORD
const NEXT = 'four unrelated words here'

/** A member whose password somebody has just changed to NEXT, and the token of the mail about it. */
async function changed() {
  const { app } = house
  const { member, sessionId, token } = await aMember(app)
  await changePassword(app, member, { currentPassword: password, newPassword: NEXT, sessionId })
  return { member, session: { token }, link: await mailedToken(app, member.email, 'password-changed') }
}

test('Sessions end, the password opens nothing and withdrawals rest, until the member comes back by a reset', async () => {
  const { app } = house
  const { member, session, link } = await changed()
  expect(await reportNotMe(app, aVisitor(), { token: link })).toBe('member')
  expect(await resumeSession(app, session)).toBeNull()
  const enter = (with_: string) => logIn(app, aVisitor(), { email: member.email, password: with_ })
  await expect(enter(NEXT)).rejects.toMatchObject({ code: 'login_failed' })
  app.clock.advance(30 * 86_400_000)
  const frozen = await getMember(app.db, member.id)
  expect(() => assertMayWithdraw(frozen, app.clock.now())).toThrow('until you set a new password')
  expect(await findMail(app.db, member.email, 'account-frozen')).not.toBeNull()

  await requestReset(app, aVisitor(), { email: member.email })
  const token = await mailedToken(app, member.email, 'reset-password')
  await resetPassword(app, aVisitor(), { token, password: 'another set of four words' })
  await enter('another set of four words')
  const back = await getMember(app.db, member.id)
  expect(() => assertMayWithdraw(back, app.clock.now())).toThrow('because how you sign in was changed')
  app.clock.advance(86_400_000)
  assertMayWithdraw(await getMember(app.db, member.id), app.clock.now())
})

test('The link works once, for a week', async () => {
  const { app } = house
  const { link } = await changed()
  await reportNotMe(app, aVisitor(), { token: link })
  await expect(reportNotMe(app, aVisitor(), { token: link })).rejects.toMatchObject({ code: 'link_invalid' })
  const late = await changed()
  app.clock.advance(7 * 86_400_000)
  await expect(reportNotMe(app, aVisitor(), { token: late.link })).rejects.toMatchObject({ status: 422 })
  await expect(reportNotMe(app, aVisitor(), { token: 'made up' })).rejects.toMatchObject({ status: 422 })
})

test('What the mail said was added is taken out again, and what was there before stays', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  await withAuthenticator(app, member, sessionId)
  await withPasskey(app, member, sessionId, 'A thief’s')
  const token = await mailedToken(app, member.email, 'factor-changed')
  await reportNotMe(app, aVisitor(), { token })
  expect(await factorsOf(app.db, member.id)).toMatchObject({
    authenticatorSince: expect.any(Date),
    passkeys: [],
  })
})

test('A passkey opens nothing meanwhile either', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { device } = await withPasskey(app, member, sessionId)
  await changePassword(app, member, { currentPassword: password, newPassword: NEXT, sessionId })
  const token = await mailedToken(app, member.email, 'password-changed')
  await reportNotMe(app, aVisitor(), { token })
  const { ticket, options } = await challengePasskey(app, aVisitor(), { visit: true })
  const passkey = device.use({ ...options })
  await expect(logInByPasskey(app, aVisitor(), { kind: 'member', ticket, passkey })).rejects.toMatchObject({
    code: 'login_failed',
  })
})

test('One of the staff is told the staff’s way back, and can’t log in either', async () => {
  const { app } = house
  const { admin, sessionId } = await anAdmin(app)
  await withAuthenticator(app, admin, sessionId)
  const token = await mailedToken(app, admin.email, 'factor-changed')
  expect(await reportNotMe(app, aVisitor(), { token })).toBe('admin')
  await expect(adminLogIn(app, aVisitor(), { email: admin.email, password })).rejects.toMatchObject({
    code: 'login_failed',
  })
})
