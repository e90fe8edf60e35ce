import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAsTestAdmin } from '#modules/approvals/testing.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import { findMail, listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { STAFF_RESET_WAIT_MS } from '../model/factor-limits.ts'
import type { Admin } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { findAwaited, findSessionIdentity } from '../queries.ts'
import {
  addTestAuthenticator,
  createTestAdmin,
  createTestVisitor,
  generateAppCode,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { carryOutStaffResets } from './carry-out-staff-resets.ts'
import { finishLogin } from './finish-login.ts'
import { logInAdmin } from './log-in-admin.ts'
import { resetStaffFactor } from './reset-staff-factor.ts'
import { resumeSession } from './resume-session.ts'
import { stopStaffReset } from './stop-staff-reset.ts'

let testApp: TestApp
let ruth: Admin
let ines: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  ruth = (await createTestAdmin(testApp.app)).admin
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
})
afterAll(() => testApp.close())

const reason = 'His phone went into the lake; we spoke to him in person.'
const live = () => ({ ...testApp.app, config: { ...testApp.app.config, MODE: 'live' as const } })

async function withFactor() {
  const made = await createTestAdmin(testApp.app, { role: 'finance' })
  return { ...made, ...(await addTestAuthenticator(testApp.app, made.admin, made.sessionId)) }
}

/** Has Ruth propose and Ines approve the reset; returns a staff member's mail. */
async function approveReset(admin: Admin) {
  const proposal = await resetStaffFactor(live(), ruth, { staffId: admin.id, reason })
  const { id = '', contentHash = '' } = proposal ?? {}
  const signature = await signAsTestAdmin(testApp, ines.id, id)
  await decideProposal(live(), ines, { id, approve: true, contentHash, signature })
}

test('In live two others approve, all staff are mailed, and the reset waits a day.', async () => {
  const { app } = testApp
  const { admin, token } = await withFactor()
  await approveReset(admin)

  const hasFactor = async () => (await getFactors(app.db, admin.id)).authenticatorSince !== null

  for (const { email } of [ruth, ines, admin])
    expect((await findMail(app.db, email, 'staff-factor-reset'))?.data).toMatchObject({
      about: admin.label,
    })

  app.clock.advance(STAFF_RESET_WAIT_MS - 1000)
  await carryOutStaffResets(app)

  expect(await hasFactor()).toBe(true)

  app.clock.advance(1000)
  await Promise.all([carryOutStaffResets(app), carryOutStaffResets(app)])

  expect(await hasFactor()).toBe(false)
  expect(await resumeSession(app, { token })).toBeNull()
  expect(await listMail(app.db, { to: admin.email, template: 'factor-changed' })).toHaveLength(2)

  const opened = await logInAdmin(app, createTestVisitor(), {
    email: admin.email,
    password: SAMPLE_PASSWORD,
  })
  const signedIn = await findSessionIdentity(app.db, opened.token, app.clock.now())
  expect(signedIn && (await findAwaited(live(), signedIn))?.code).toBe('second_factor_required')
})

test('Signing in with the factor stops the reset; a password alone does not.', async () => {
  const { app } = testApp
  const { admin, secret } = await withFactor()
  await approveReset(admin)

  const { alongside } = await logInAdmin(app, createTestVisitor(), {
    email: admin.email,
    password: SAMPLE_PASSWORD,
  }).catch((error) => error)
  const finish = {
    kind: 'admin' as const,
    mfaChallenge: alongside.mfaChallenge,
    code: generateAppCode(app, secret, 1),
  }
  await finishLogin(app, createTestVisitor(), finish)
  app.clock.advance(STAFF_RESET_WAIT_MS)
  await carryOutStaffResets(app)

  expect((await getFactors(app.db, admin.id)).authenticatorSince).not.toBeNull()
})

test('An owner stops the reset within its day, once.', async () => {
  const { app } = testApp
  const { admin } = await withFactor()
  await approveReset(admin)
  await stopStaffReset(app, ruth, admin.id)

  await expect(stopStaffReset(app, ruth, admin.id)).rejects.toMatchObject({ code: 'no_reset' })

  app.clock.advance(STAFF_RESET_WAIT_MS)
  await carryOutStaffResets(app)

  expect((await getFactors(app.db, admin.id)).authenticatorSince).not.toBeNull()
})

test('Own resets are neither proposed nor approved; the sandbox waits for no one.', async () => {
  const { app } = testApp
  const { admin } = await withFactor()

  await expect(resetStaffFactor(app, ruth, { staffId: ruth.id, reason })).rejects.toMatchObject({
    code: 'own_factor',
  })
  await expect(resetStaffFactor(app, ines, { staffId: admin.id, reason })).rejects.toMatchObject({
    code: 'role_missing',
  })
  await expect(resetStaffFactor(app, ruth, { staffId: ines.id, reason })).rejects.toMatchObject({
    code: 'factor_missing',
  })

  const proposal = await resetStaffFactor(live(), ruth, { staffId: admin.id, reason })
  const own = { id: proposal?.id ?? '', approve: true, contentHash: proposal?.contentHash ?? '' }
  const signature = await signAsTestAdmin(testApp, admin.id, own.id)
  await expect(decideProposal(live(), admin, { ...own, signature })).rejects.toMatchObject({
    code: 'own_factor',
  })

  await resetStaffFactor(app, ruth, { staffId: admin.id, reason })
  expect((await getFactors(app.db, admin.id)).authenticatorSince).toBeNull()
})
