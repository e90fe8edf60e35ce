import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail, listMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { assertOwnPassword } from '../acts/assert-own-password.ts'
import { lockCredentialSince } from '../acts/lock-credential.ts'
import { openSession } from '../acts/open-session.ts'
import { SIGN_INS_KEPT_MS } from '../model/factors.ts'
import { ALARM_LIFE_MS, assertMayWithdraw, RESET_FREEZE_MS, UNTIL_RESET } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'
import { getMember } from '../queries.ts'
import {
  aDisputedMember,
  aMember,
  anAdmin,
  aVisitor,
  mailedToken,
  SAMPLE_PASSWORD,
  signIn,
  withAuthenticator,
  withPasskey,
} from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { forgetExpired } from './forget-expired.ts'
import { logIn } from './log-in.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { requestEmailChange } from './request-email-change.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const password = SAMPLE_PASSWORD
const THIEF_PASSWORD = 'orange kettle seven rivers'
let made = 0

/** Somebody has signed in at a new device, and has changed the password and then the address. */
async function takenOver() {
  const { app } = house
  const { member, token, sessionId } = await aMember(app)

  for (const device of ['their own', 'a thief’s'])
    await logIn(app, { ...aVisitor(), device }, { email: member.email, password: SAMPLE_PASSWORD })

  await changePassword(app, member, {
    currentPassword: SAMPLE_PASSWORD,
    newPassword: THIEF_PASSWORD,
    sessionId,
  })

  app.clock.advance(1000)

  const email = `thief${++made}@example.org`
  await requestEmailChange(app, member, { email, password: THIEF_PASSWORD })
  await changeEmail(app, aVisitor(), { token: await mailedToken(app, email, 'confirm-new-email') })

  const alarm = await mailedToken(app, member.email, 'email-changed')
  const signedIn = await mailedToken(app, member.email, 'new-device')
  const newPassword = await mailedToken(app, member.email, 'password-changed')

  return { member, sessionId, session: token, email, alarm, signedIn, newPassword }
}

test('Pressed at the old address, the account is given back and everything rests', async () => {
  const { app } = house
  const { member, session, alarm } = await takenOver()
  expect(await raiseAlarm(app, aVisitor(), { token: alarm })).toMatchObject({ restored: true })

  const after = await getMember(app.db, member.id)
  expect(after.email).toBe(member.email)
  expect(after.withdrawalsFrozenUntil).toEqual(UNTIL_RESET)
  expect(() => assertMayWithdraw(after, app.clock.now())).toThrow('until you set a new password')
  expect(await resumeSession(app, { token: session })).toBeNull()

  const reset = await mailedToken(app, member.email, 'reset-password')
  const old = { email: member.email, password: THIEF_PASSWORD }
  await expect(logIn(app, aVisitor(), old)).rejects.toMatchObject({ code: 'login_failed' })

  await resetPassword(app, aVisitor(), { token: reset, password: 'violet ladder nine harbours' })
  await logIn(app, aVisitor(), { email: member.email, password: 'violet ladder nine harbours' })

  const rested = new Date(app.clock.now().getTime() + RESET_FREEZE_MS)
  expect((await getMember(app.db, member.id)).withdrawalsFrozenUntil).toEqual(rested)
})

test.each(['signedIn', 'newPassword'] as const)(
  'Pressed in a mail that went out before the address was changed, the address comes back: %s',
  async (mail) => {
    const { app } = house
    const { member, email, [mail]: token } = await takenOver()
    expect(await raiseAlarm(app, aVisitor(), { token })).toMatchObject({ restored: true })
    expect((await getMember(app.db, member.id)).email).toBe(member.email)

    await mailedToken(app, member.email, 'reset-password')
    expect(await listMail(app.db, { to: email, template: 'reset-password' })).toEqual([])
  },
)

test('A factor that the mail said was added is taken out again, and what was there before stays', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  await withAuthenticator(app, member, sessionId)
  app.clock.advance(5 * 60_000)

  const { device } = await withPasskey(app, member, sessionId, 'A thief’s')
  const { ticket, options } = await challengePasskey(app, aVisitor(), { visit: true })

  await raiseAlarm(app, aVisitor(), {
    token: await mailedToken(app, member.email, 'factor-changed'),
  })
  expect(await factorsOf(app.db, member.id)).toMatchObject({
    authenticatorSince: expect.any(Date),
    passkeys: [],
    recoveryCodesLeft: 10,
  })

  const passkey = device.use({ ...options })
  await expect(
    logInByPasskey(app, aVisitor(), { kind: 'member', ticket, passkey }),
  ).rejects.toMatchObject({
    code: 'login_failed',
  })
})

test('Whatever mail it is pressed in, factors and codes added since are gone, also when time goes on between', async () => {
  const { app } = house
  const tick = () => {
    app.clock.advance(5)
    return app.clock.now()
  }
  const ticking = { ...app, clock: { ...app.clock, now: tick } }
  const { member, sessionId } = await takenOver()

  await withAuthenticator(ticking, member, sessionId)

  const first = await mailedToken(app, member.email, 'factor-changed')
  await withPasskey(ticking, member, sessionId, 'A thief’s')
  await raiseAlarm(ticking, aVisitor(), { token: first })

  const none = { authenticatorSince: null, passkeys: [], recoveryCodesLeft: 0 }
  expect(await factorsOf(app.db, member.id)).toEqual(none)

  const other = await takenOver()
  await withPasskey(ticking, other.member, other.sessionId, 'A thief’s')
  await raiseAlarm(ticking, aVisitor(), { token: other.signedIn })

  expect(await factorsOf(app.db, other.member.id)).toEqual(none)

  const reset = await mailedToken(app, other.member.email, 'reset-password')
  await resetPassword(ticking, aVisitor(), {
    token: reset,
    password: 'violet ladder nine harbours',
  })

  expect((await withPasskey(ticking, other.member, other.sessionId)).codes).toHaveLength(10)
})

test('Codes that were renewed since are gone, and the factor of one’s own stays', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  await withAuthenticator(app, member, sessionId)
  app.clock.advance(5 * 60_000)
  await renewRecoveryCodes(app, member)
  await raiseAlarm(app, aVisitor(), {
    token: await mailedToken(app, member.email, 'factor-changed'),
  })

  expect(await factorsOf(app.db, member.id)).toMatchObject({
    authenticatorSince: expect.any(Date),
    recoveryCodesLeft: 0,
  })
})

test('A passkey of one’s own opens nothing either, until there is a new password', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { device } = await withPasskey(app, member, sessionId)

  app.clock.advance(5 * 60_000)
  await changePassword(app, member, {
    currentPassword: SAMPLE_PASSWORD,
    newPassword: THIEF_PASSWORD,
    sessionId,
  })

  await raiseAlarm(app, aVisitor(), {
    token: await mailedToken(app, member.email, 'password-changed'),
  })

  const { ticket, options } = await challengePasskey(app, aVisitor(), { visit: true })
  const passkey = device.use({ ...options })
  await expect(
    logInByPasskey(app, aVisitor(), { kind: 'member', ticket, passkey }),
  ).rejects.toMatchObject({
    code: 'login_failed',
  })
})

test('It works once, for three days and not a moment longer', async () => {
  const { app } = house
  const { alarm } = await takenOver()
  await raiseAlarm(app, aVisitor(), { token: alarm })

  await expect(raiseAlarm(app, aVisitor(), { token: alarm })).rejects.toMatchObject({
    code: 'link_invalid',
  })

  const { alarm: late } = await takenOver()
  app.clock.advance(ALARM_LIFE_MS)

  await expect(raiseAlarm(app, aVisitor(), { token: late })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('Who took the account over can’t take it back: the links of later mails are used up', async () => {
  const { app } = house
  const { member, email, alarm } = await takenOver()
  const thief = await getMember(app.db, member.id)

  app.clock.advance(1000)

  const further = `further${++made}@example.org`
  await requestEmailChange(app, thief, { email: further, password: THIEF_PASSWORD })

  const theirs = await mailedToken(app, email, 'email-change-asked')
  await changeEmail(app, aVisitor(), {
    token: await mailedToken(app, further, 'confirm-new-email'),
  })

  const back = await mailedToken(app, email, 'email-changed')
  await raiseAlarm(app, aVisitor(), { token: alarm })

  for (const token of [theirs, back])
    await expect(raiseAlarm(app, aVisitor(), { token })).rejects.toMatchObject({
      code: 'link_invalid',
    })

  expect((await getMember(app.db, member.id)).email).toBe(member.email)
})

test('Pressed while a change of address is open, it is stopped; pressed after it was made, it is undone', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const email = `stopped${++made}@example.org`

  await requestEmailChange(app, member, { email, password: SAMPLE_PASSWORD })

  const confirm = await mailedToken(app, email, 'confirm-new-email')
  const alarm = await mailedToken(app, member.email, 'email-change-asked')
  expect(await raiseAlarm(app, aVisitor(), { token: alarm })).toMatchObject({ restored: false })
  await expect(changeEmail(app, aVisitor(), { token: confirm })).rejects.toMatchObject({
    code: 'link_invalid',
  })

  const again = await takenOver()
  const first = await mailedToken(app, again.member.email, 'email-change-asked')
  expect(await raiseAlarm(app, aVisitor(), { token: first })).toMatchObject({ restored: true })
})

test('An address that somebody else has verified by now isn’t taken from them: all rests, and no link goes to the thief', async () => {
  const { app } = house
  const { member, email, newPassword } = await takenOver()
  await aMember(app, { email: member.email })

  expect(await raiseAlarm(app, aVisitor(), { token: newPassword })).toMatchObject({
    restored: false,
  })

  await requestReset(app, aVisitor(), { email })
  expect(await listMail(app.db, { to: email, template: 'reset-password' })).toEqual([])

  const [mail] = await listMail(app.db, { to: member.email, template: 'withdrawals-frozen' })
  expect(mail?.data).toEqual({ byStaff: true })

  const after = await getMember(app.db, member.id)
  expect(after.email).toBe(email)
  expect(after.withdrawalsFrozenUntil).toEqual(UNTIL_RESET)

  const thief = logIn(app, aVisitor(), { email, password: THIEF_PASSWORD })
  await expect(thief).rejects.toMatchObject({ code: 'login_failed' })
})

test('Who signed up with the old address and never verified it makes room', async () => {
  const { app } = house
  const { member, alarm } = await takenOver()
  const { member: squatter } = await aMember(app, { email: member.email, verified: false })

  expect(await raiseAlarm(app, aVisitor(), { token: alarm })).toMatchObject({ restored: true })
  expect((await getMember(app.db, member.id)).email).toBe(member.email)
  expect((await getMember(app.db, squatter.id)).status).toBe('closed')

  await requestReset(app, aVisitor(), { email: member.email })
  expect(await listMail(app.db, { to: member.email, template: 'reset-password' })).toHaveLength(2)
})

test('A log-in that is under way while it is pressed ends with the rest', async () => {
  const { app, database } = house
  const { member, alarm } = await takenOver()
  const waiting = `select from pg_stat_activity where datname = current_database() and
    wait_event_type = 'Lock'`
  const { opened, raised } = await app.db.transaction().execute(async (tx) => {
    await lockCredentialSince(tx, member.id)

    const raised = raiseAlarm(app, aVisitor(), { token: alarm })
    await expect
      .poll(async () => (await database.owner.query(waiting)).rowCount, { timeout: 5000 })
      .toBe(1)

    return {
      raised: [raised],
      opened: await openSession(tx, member.id, 'member', aVisitor(), app.clock.now()),
    }
  })

  await Promise.all(raised)
  expect(await resumeSession(app, { token: opened.token })).toBeNull()
})

test('A password that was reported is no proof in a session either', async () => {
  const { app } = house
  const { member, alarm } = await takenOver()
  await raiseAlarm(app, aVisitor(), { token: alarm })

  const now = await getMember(app.db, member.id)
  await expect(assertOwnPassword(app, now, THIEF_PASSWORD)).rejects.toMatchObject({
    code: 'password_wrong',
  })
})

test('Who comes in after the log-ins of 90 days were forgotten is told of: an account that slept has an alarm too', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const enter = (device: string) =>
    logIn(app, { ...aVisitor(), device }, { email: member.email, password: SAMPLE_PASSWORD })

  await enter('their own')
  expect(await listMail(app.db, { to: member.email, template: 'new-device' })).toEqual([])

  app.clock.advance(SIGN_INS_KEPT_MS + 1)
  await forgetExpired(app)
  await enter('a thief’s')

  const token = await mailedToken(app, member.email, 'new-device')
  expect(await raiseAlarm(app, aVisitor(), { token })).toMatchObject({ restored: false })
})

test('Those of the staff who may help are told at once, and whether there is something for them to do', async () => {
  const { app } = house
  const { admin: helper } = await anAdmin(app, { role: 'support' })
  const { admin: viewer } = await anAdmin(app, { role: 'viewer' })
  const { member } = await aDisputedMember(app)
  const told = await findMail(app.db, helper.email, 'member-alarm')

  expect(told?.data).toMatchObject({ memberId: member.id, about: 'email-changed', disputed: true })
  expect(await findMail(app.db, viewer.email, 'member-alarm')).toBeNull()
})

test('One of the staff presses it too: nothing opens the back office, what was added since is gone, and all of the staff hear', async () => {
  const { app } = house
  const { admin, token, sessionId } = await anAdmin(app, { role: 'finance' })
  const { admin: other } = await anAdmin(app, { role: 'viewer' })

  await withPasskey(app, admin, sessionId, 'A thief’s')

  const first = await mailedToken(app, admin.email, 'factor-changed')
  app.clock.advance(1000)
  await adminLogIn(
    app,
    { ...aVisitor(), device: 'a thief’s' },
    { email: admin.email, password },
  ).catch(() => {})

  const { token: later } = await signIn(app, admin)
  expect(await raiseAlarm(app, aVisitor(), { token: first })).toEqual({
    kind: 'admin',
    restored: false,
  })

  for (const ended of [token, later]) expect(await resumeSession(app, { token: ended })).toBeNull()
  expect((await factorsOf(app.db, admin.id)).passkeys).toEqual([])

  const known = adminLogIn(app, aVisitor(), { email: admin.email, password })
  await expect(known).rejects.toMatchObject({ code: 'login_failed' })
  await expect(raiseAlarm(app, aVisitor(), { token: first })).rejects.toMatchObject({
    code: 'link_invalid',
  })
  expect((await findMail(app.db, other.email, 'staff-alarm'))?.data).toMatchObject({ own: false })

  const reset = await mailedToken(app, admin.email, 'reset-password')
  await resetPassword(app, aVisitor(), { token: reset, password: THIEF_PASSWORD })
  await adminLogIn(app, aVisitor(), { email: admin.email, password: THIEF_PASSWORD })
})

test('A mail to the staff about a new device or a new password has the link too', async () => {
  const { app } = house
  const { admin } = await anAdmin(app, { role: 'support' })

  for (const device of ['their own', 'a thief’s'])
    await adminLogIn(app, { ...aVisitor(), device }, { email: admin.email, password })

  const token = await mailedToken(app, admin.email, 'new-device')
  expect(await raiseAlarm(app, aVisitor(), { token })).toMatchObject({ kind: 'admin' })

  const reset = await mailedToken(app, admin.email, 'reset-password')
  await resetPassword(app, aVisitor(), { token: reset, password: THIEF_PASSWORD })

  const again = await mailedToken(app, admin.email, 'password-changed')
  expect(await raiseAlarm(app, aVisitor(), { token: again })).toMatchObject({ kind: 'admin' })
})
