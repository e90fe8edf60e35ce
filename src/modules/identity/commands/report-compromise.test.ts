// Long because every kind of mail and factor has its own report.
import { render } from '@react-email/render'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail, listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { MAIL_OPERATOR } from '../../../../tests/support/mail-samples.ts'
import { mail as lockMail } from '../emails/withdrawals-frozen.tsx'
import { SIGN_IN_RETENTION_MS } from '../model/factor-limits.ts'
import {
  assertMayWithdraw,
  COMPROMISE_LINK_LIFE_MS,
  RESET_FREEZE_MS,
  UNTIL_RESET,
} from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { getMember } from '../queries.ts'
import { assertOwnPassword } from '../steps/assert-own-password.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import { openSession } from '../steps/open-session.ts'
import {
  addTestAuthenticator,
  addTestPasskey,
  createDisputedMember,
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  openTestSession,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { deleteExpiredAuthRecords } from './delete-expired-auth-records.ts'
import { logInAdmin } from './log-in-admin.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { logInMember } from './log-in-member.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { reportCompromise } from './report-compromise.ts'
import { requestEmailChange } from './request-email-change.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD
const THIEF_PASSWORD = 'orange kettle seven rivers'
let made = 0

/** Signs in on a new device, then changes the password and the address. */
async function simulateTakeover() {
  const { app } = testApp
  const { member, token, sessionId } = await createTestMember(app)

  for (const device of ['their own', 'a thief’s'])
    await logInMember(
      app,
      { ...createTestVisitor(), device },
      { email: member.email, password: SAMPLE_PASSWORD },
    )

  await changePassword(app, member, {
    currentPassword: SAMPLE_PASSWORD,
    newPassword: THIEF_PASSWORD,
    sessionId,
  })

  app.clock.advance(1000)

  const email = `thief${++made}@example.org`
  await requestEmailChange(app, member, { email, password: THIEF_PASSWORD })
  await changeEmail(app, createTestVisitor(), {
    token: await readMailedToken(app, email, 'confirm-new-email'),
  })

  const compromiseToken = await readMailedToken(app, member.email, 'email-changed')
  const signedIn = await readMailedToken(app, member.email, 'new-device')
  const newPassword = await readMailedToken(app, member.email, 'password-changed')

  return {
    member,
    sessionId,
    session: token,
    email,
    reportToken: compromiseToken,
    signedIn,
    newPassword,
  }
}

test('A report from the old address restores the account and blocks all access.', async () => {
  const { app } = testApp
  const { member, session, reportToken } = await simulateTakeover()
  expect(await reportCompromise(app, createTestVisitor(), { token: reportToken })).toMatchObject({
    restored: true,
  })

  const after = await getMember(app.db, member.id)
  expect(after.email).toBe(member.email)
  expect(after.withdrawalsFrozenUntil).toEqual(UNTIL_RESET)
  expect(() => assertMayWithdraw(after, app.clock.now())).toThrow('until you set a new password')
  expect(await resumeSession(app, { token: session })).toBeNull()

  const reset = await readMailedToken(app, member.email, 'email-restored')
  const old = { email: member.email, password: THIEF_PASSWORD }
  await expect(logInMember(app, createTestVisitor(), old)).rejects.toMatchObject({
    code: 'login_failed',
  })

  await resetPassword(app, createTestVisitor(), {
    token: reset,
    password: 'violet ladder nine harbours',
  })
  await logInMember(app, createTestVisitor(), {
    email: member.email,
    password: 'violet ladder nine harbours',
  })

  const rested = new Date(app.clock.now().getTime() + RESET_FREEZE_MS)
  expect((await getMember(app.db, member.id)).withdrawalsFrozenUntil).toEqual(rested)
})

test.each(['signedIn', 'newPassword'] as const)(
  'Pressed in a mail that went out before the address was changed, the address comes back: %s',
  async (mail) => {
    const { app } = testApp
    const { member, email, [mail]: token } = await simulateTakeover()
    expect(await reportCompromise(app, createTestVisitor(), { token })).toMatchObject({
      restored: true,
    })
    expect((await getMember(app.db, member.id)).email).toBe(member.email)

    await readMailedToken(app, member.email, 'email-restored')
    expect(await listMail(app.db, { to: email, template: 'email-restored' })).toEqual([])
  },
)

test('After a report one mail says that the account is locked, and unlocks it by its link.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  await addTestPasskey(app, member, sessionId)
  await reportCompromise(app, createTestVisitor(), {
    token: await readMailedToken(app, member.email, 'factor-changed'),
  })

  expect(await listMail(app.db, { to: member.email, template: 'reset-password' })).toEqual([])

  const [mail, ...more] = await listMail(app.db, {
    to: member.email,
    template: 'withdrawals-frozen',
  })
  expect(more).toEqual([])
  expect(mail?.data).toEqual({
    byStaff: false,
    link: expect.stringMatching(/^http.*\/reset-password\/[\w-]+/),
  })
  if (!mail) throw new Error('no mail')

  const { subject, element } = lockMail(
    { byStaff: false, link: String(mail.data.link) },
    {
      brand: 'Harbour',
      operator: MAIL_OPERATOR,
      publicUrl: 'https://harbour.example',
      sandbox: false,
      name: 'Maya',
    },
  )
  const text = await render(element, { plainText: true })
  expect(subject).toBe('Your account is locked')
  expect(text).toContain('we locked your account and logged you out everywhere')
  expect(text).toContain(String(mail.data.link))
  expect(text).not.toContain('ignore this email')

  const token = await readMailedToken(app, member.email, 'withdrawals-frozen')
  await resetPassword(app, createTestVisitor(), { token, password: THIEF_PASSWORD })
  await logInMember(app, createTestVisitor(), { email: member.email, password: THIEF_PASSWORD })
})

test('A factor added by the mailed change is removed, and earlier ones stay.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  await addTestAuthenticator(app, member, sessionId)
  app.clock.advance(5 * 60_000)

  const { device } = await addTestPasskey(app, member, sessionId, 'A thief’s')
  const { token: mfaChallenge, options } = await challengePasskey(app, createTestVisitor(), {
    visit: true,
  })

  await reportCompromise(app, createTestVisitor(), {
    token: await readMailedToken(app, member.email, 'factor-changed'),
  })
  expect(await getFactors(app.db, member.id)).toMatchObject({
    authenticatorSince: expect.any(Date),
    passkeys: [],
    recoveryCodesLeft: 10,
  })

  const passkey = device.use({ ...options })
  await expect(
    logInByPasskey(app, createTestVisitor(), {
      kind: 'member',
      mfaChallenge,
      passkey,
    }),
  ).rejects.toMatchObject({
    code: 'login_failed',
  })
})

test('Any mail’s link removes factors and codes added since, also when time passes in between.', async () => {
  const { app } = testApp
  const tick = () => {
    app.clock.advance(5)
    return app.clock.now()
  }
  const ticking = { ...app, clock: { ...app.clock, now: tick } }
  const { member, sessionId } = await simulateTakeover()

  await addTestAuthenticator(ticking, member, sessionId)

  const first = await readMailedToken(app, member.email, 'factor-changed')
  await addTestPasskey(ticking, member, sessionId, 'A thief’s')
  await reportCompromise(ticking, createTestVisitor(), { token: first })

  const none = { authenticatorSince: null, passkeys: [], recoveryCodesLeft: 0 }
  expect(await getFactors(app.db, member.id)).toEqual(none)

  const other = await simulateTakeover()
  await addTestPasskey(ticking, other.member, other.sessionId, 'A thief’s')
  await reportCompromise(ticking, createTestVisitor(), { token: other.signedIn })

  expect(await getFactors(app.db, other.member.id)).toEqual(none)

  const reset = await readMailedToken(app, other.member.email, 'email-restored')
  await resetPassword(ticking, createTestVisitor(), {
    token: reset,
    password: 'violet ladder nine harbours',
  })

  expect((await addTestPasskey(ticking, other.member, other.sessionId)).codes).toHaveLength(10)
})

test('Recovery codes renewed since are deleted, and the member’s own factor stays.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  await addTestAuthenticator(app, member, sessionId)
  app.clock.advance(5 * 60_000)
  await renewRecoveryCodes(app, member)
  await reportCompromise(app, createTestVisitor(), {
    token: await readMailedToken(app, member.email, 'factor-changed'),
  })

  expect(await getFactors(app.db, member.id)).toMatchObject({
    authenticatorSince: expect.any(Date),
    recoveryCodesLeft: 0,
  })
})

test('An existing passkey does not sign in until there is a new password.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { device } = await addTestPasskey(app, member, sessionId)

  app.clock.advance(5 * 60_000)
  await changePassword(app, member, {
    currentPassword: SAMPLE_PASSWORD,
    newPassword: THIEF_PASSWORD,
    sessionId,
  })

  await reportCompromise(app, createTestVisitor(), {
    token: await readMailedToken(app, member.email, 'password-changed'),
  })

  const { token: mfaChallenge, options } = await challengePasskey(app, createTestVisitor(), {
    visit: true,
  })
  const passkey = device.use({ ...options })
  await expect(
    logInByPasskey(app, createTestVisitor(), {
      kind: 'member',
      mfaChallenge,
      passkey,
    }),
  ).rejects.toMatchObject({
    code: 'login_failed',
  })
})

test('The link works once, for exactly three days.', async () => {
  const { app } = testApp
  const { reportToken } = await simulateTakeover()
  await reportCompromise(app, createTestVisitor(), { token: reportToken })

  await expect(
    reportCompromise(app, createTestVisitor(), { token: reportToken }),
  ).rejects.toMatchObject({
    code: 'link_invalid',
  })

  const { reportToken: lastToken } = await simulateTakeover()
  app.clock.advance(COMPROMISE_LINK_LIFE_MS)

  await expect(
    reportCompromise(app, createTestVisitor(), { token: lastToken }),
  ).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('Links of later mails are used up, so an attacker cannot take the account back.', async () => {
  const { app } = testApp
  const { member, email, reportToken } = await simulateTakeover()
  const thief = await getMember(app.db, member.id)

  app.clock.advance(1000)

  const further = `further${++made}@example.org`
  await requestEmailChange(app, thief, { email: further, password: THIEF_PASSWORD })

  const theirs = await readMailedToken(app, email, 'email-change-requested')
  await changeEmail(app, createTestVisitor(), {
    token: await readMailedToken(app, further, 'confirm-new-email'),
  })

  const back = await readMailedToken(app, email, 'email-changed')
  await reportCompromise(app, createTestVisitor(), { token: reportToken })

  for (const token of [theirs, back])
    await expect(reportCompromise(app, createTestVisitor(), { token })).rejects.toMatchObject({
      code: 'link_invalid',
    })

  expect((await getMember(app.db, member.id)).email).toBe(member.email)
})

test('A report stops an open change of address and reverts a completed one.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const email = `stopped${++made}@example.org`

  await requestEmailChange(app, member, { email, password: SAMPLE_PASSWORD })

  const confirm = await readMailedToken(app, email, 'confirm-new-email')
  const compromiseToken = await readMailedToken(app, member.email, 'email-change-requested')
  expect(
    await reportCompromise(app, createTestVisitor(), { token: compromiseToken }),
  ).toMatchObject({ restored: false })
  await expect(changeEmail(app, createTestVisitor(), { token: confirm })).rejects.toMatchObject({
    code: 'link_invalid',
  })

  const again = await simulateTakeover()
  const first = await readMailedToken(app, again.member.email, 'email-change-requested')
  expect(await reportCompromise(app, createTestVisitor(), { token: first })).toMatchObject({
    restored: true,
  })
})

test('A verified address of another person stays theirs; the attacker gets no link.', async () => {
  const { app } = testApp
  const { member, email, newPassword } = await simulateTakeover()
  await createTestMember(app, { email: member.email })

  expect(await reportCompromise(app, createTestVisitor(), { token: newPassword })).toMatchObject({
    restored: false,
  })

  await requestReset(app, createTestVisitor(), { email })
  expect(await listMail(app.db, { to: email, template: 'reset-password' })).toEqual([])

  const [mail] = await listMail(app.db, { to: member.email, template: 'withdrawals-frozen' })
  expect(mail?.data).toEqual({ byStaff: true })

  const after = await getMember(app.db, member.id)
  expect(after.email).toBe(email)
  expect(after.withdrawalsFrozenUntil).toEqual(UNTIL_RESET)

  const thief = logInMember(app, createTestVisitor(), { email, password: THIEF_PASSWORD })
  await expect(thief).rejects.toMatchObject({ code: 'login_failed' })
})

test('An unverified sign-up with the old address gives way.', async () => {
  const { app } = testApp
  const { member, reportToken } = await simulateTakeover()
  const { member: squatter } = await createTestMember(app, { email: member.email, verified: false })

  expect(await reportCompromise(app, createTestVisitor(), { token: reportToken })).toMatchObject({
    restored: true,
  })
  expect((await getMember(app.db, member.id)).email).toBe(member.email)
  expect((await getMember(app.db, squatter.id)).status).toBe('closed')

  await requestReset(app, createTestVisitor(), { email: member.email })
  await readMailedToken(app, member.email, 'email-restored')
  expect(await listMail(app.db, { to: member.email, template: 'reset-password' })).toHaveLength(1)
})

test('A sign-in in progress during the report ends with the other sessions.', async () => {
  const { app, database } = testApp
  const { member, reportToken } = await simulateTakeover()
  const waiting = `select from pg_stat_activity where datname = current_database() and
    wait_event_type = 'Lock'`
  const { opened, raised } = await app.db.transaction().execute(async (tx) => {
    await lockUnchangedCredential(tx, member.id)

    const raised = reportCompromise(app, createTestVisitor(), { token: reportToken })
    await expect.poll(async () => (await database.owner.query(waiting)).rowCount).toBe(1)

    return {
      raised: [raised],
      opened: await openSession(tx, member.id, 'member', createTestVisitor(), app.clock.now()),
    }
  })

  await Promise.all(raised)
  expect(await resumeSession(app, { token: opened.token })).toBeNull()
})

test('A reported password is no authentication in an open session either.', async () => {
  const { app } = testApp
  const { member, reportToken } = await simulateTakeover()
  await reportCompromise(app, createTestVisitor(), { token: reportToken })

  const now = await getMember(app.db, member.id)
  await expect(assertOwnPassword(app, now, THIEF_PASSWORD)).rejects.toMatchObject({
    code: 'password_wrong',
  })
})

test('After old sign-ins are deleted a new device is mailed, on an inactive account too.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const enter = (device: string) =>
    logInMember(
      app,
      { ...createTestVisitor(), device },
      { email: member.email, password: SAMPLE_PASSWORD },
    )

  await enter('their own')
  expect(await listMail(app.db, { to: member.email, template: 'new-device' })).toEqual([])

  app.clock.advance(SIGN_IN_RETENTION_MS + 1)
  await deleteExpiredAuthRecords(app)
  await enter('a thief’s')

  const token = await readMailedToken(app, member.email, 'new-device')
  expect(await reportCompromise(app, createTestVisitor(), { token })).toMatchObject({
    restored: false,
  })
})

test('Staff who may help are notified at once, including whether they need to do anything.', async () => {
  const { app } = testApp
  const { admin: helper } = await createTestAdmin(app, { role: 'support' })
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  const { member } = await createDisputedMember(app)
  const staffMail = await findMail(app.db, helper.email, 'member-compromised')

  expect(staffMail?.data).toMatchObject({
    memberId: member.id,
    about: 'email-changed',
    disputed: true,
  })
  expect(await findMail(app.db, viewer.email, 'member-compromised')).toBeNull()
})

test('A staff report blocks the back office, removes what was added since and notifies all staff.', async () => {
  const { app } = testApp
  const { admin, token, sessionId } = await createTestAdmin(app, { role: 'finance' })
  const { admin: other } = await createTestAdmin(app, { role: 'viewer' })

  await addTestPasskey(app, admin, sessionId, 'A thief’s')

  const first = await readMailedToken(app, admin.email, 'factor-changed')
  app.clock.advance(1000)
  await logInAdmin(
    app,
    { ...createTestVisitor(), device: 'a thief’s' },
    { email: admin.email, password },
  ).catch(() => {})

  const { token: later } = await openTestSession(app, admin)
  expect(await reportCompromise(app, createTestVisitor(), { token: first })).toEqual({
    kind: 'admin',
    restored: false,
  })

  for (const ended of [token, later]) expect(await resumeSession(app, { token: ended })).toBeNull()
  expect((await getFactors(app.db, admin.id)).passkeys).toEqual([])

  const known = logInAdmin(app, createTestVisitor(), { email: admin.email, password })
  await expect(known).rejects.toMatchObject({ code: 'login_failed' })
  await expect(reportCompromise(app, createTestVisitor(), { token: first })).rejects.toMatchObject({
    code: 'link_invalid',
  })
  expect((await findMail(app.db, other.email, 'staff-compromised'))?.data).toMatchObject({
    own: false,
  })

  const reset = await readMailedToken(app, admin.email, 'staff-compromised')
  await resetPassword(app, createTestVisitor(), { token: reset, password: THIEF_PASSWORD })
  await logInAdmin(app, createTestVisitor(), { email: admin.email, password: THIEF_PASSWORD })
})

test('A mail to staff about a new device or password has the link too.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })

  for (const device of ['their own', 'a thief’s'])
    await logInAdmin(app, { ...createTestVisitor(), device }, { email: admin.email, password })

  const token = await readMailedToken(app, admin.email, 'new-device')
  expect(await reportCompromise(app, createTestVisitor(), { token })).toMatchObject({
    kind: 'admin',
  })

  const reset = await readMailedToken(app, admin.email, 'staff-compromised')
  await resetPassword(app, createTestVisitor(), { token: reset, password: THIEF_PASSWORD })

  const again = await readMailedToken(app, admin.email, 'password-changed')
  expect(await reportCompromise(app, createTestVisitor(), { token: again })).toMatchObject({
    kind: 'admin',
  })
})
