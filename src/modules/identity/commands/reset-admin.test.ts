import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemActor } from '#modules/audit/model.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findMail, listMail } from '#modules/notifications/queries.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { LET_IN_WAIT_MS, STAFF_ACTIVITY_WINDOW_MS } from '../model/factor-limits.ts'
import type { Admin } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import {
  addTestAuthenticator,
  createTestAdmin,
  createTestVisitor,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { createAdmin } from './create-admin.ts'
import { logInAdmin } from './log-in-admin.ts'
import { requestAdminReset } from './request-admin-reset.ts'
import { resetAdmin } from './reset-admin.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'
import { suspendStaff } from './suspend-staff.ts'

let testApp: TestApp
let ruth: Awaited<ReturnType<typeof withFactor>>
beforeAll(async () => {
  testApp = await createTestApp()
  ruth = await withFactor('owner')
})
afterAll(() => testApp.close())

const live = (): App => ({
  ...testApp.app,
  config: { ...testApp.app.config, MODE: 'live' as const },
})
const markRecentlyActive = (...staff: Admin[]) =>
  testApp.database.owner.query('update staff set last_sign_in_at = $2 where id = any($1)', [
    staff.map(({ id }) => id),
    testApp.app.clock.now(),
  ])

async function withFactor(role: 'owner' | 'finance' | 'viewer') {
  const made = await createTestAdmin(testApp.app, { role })
  return { ...made, ...(await addTestAuthenticator(testApp.app, made.admin, made.sessionId)) }
}

test('The only owner is reset from the command line by a mailed link, and all staff are notified.', async () => {
  const { app } = testApp
  const { admin, token } = ruth
  const { email } = admin
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  await requestAdminReset(app, createTestVisitor(), { email })

  const old = await readMailedToken(app, email, 'reset-password')
  const { link, notifiedCount } = await resetAdmin(app, {
    email: email.toUpperCase(),
  })
  expect(notifiedCount).toBe(1)
  expect(await resumeSession(app, { token })).toBeNull()
  expect((await getFactors(app.db, admin.id)).authenticatorSince).toBeNull()

  const enter = (password: string) => logInAdmin(app, createTestVisitor(), { email, password })
  for (const password of [SAMPLE_PASSWORD, '']) await expect(enter(password)).rejects.toThrow()

  const password = 'nine lanterns under water'
  await expect(resetPassword(app, createTestVisitor(), { token: old, password })).rejects.toThrow()

  const mailed = await readMailedToken(app, email, 'staff-access-reset')
  expect(link.endsWith(`/${mailed}?staff`)).toBe(true)

  await resetPassword(app, createTestVisitor(), { token: mailed, password })
  expect((await enter(password)).token).toBeTruthy()

  const viewerMailData = (await findMail(app.db, viewer.email, 'staff-access-reset'))?.data
  expect(viewerMailData).toMatchObject({ about: admin.label })
  expect(viewerMailData).not.toHaveProperty('link')

  const [event] = await listAuditEvents(app.db, {
    subjectId: admin.id,
    action: 'staff.access-reset',
  })
  expect(event).toMatchObject({ actor: systemActor, details: { notifiedCount: 1 } })
})

test('The command line rejects what staff can do, and in live resets one person a week.', async () => {
  const { app } = testApp
  const { admin } = ruth
  const input = { email: admin.email }
  const expectRefusal = (code: string, on = live()) =>
    expect(resetAdmin(on, input), code).rejects.toMatchObject({ code })
  const [other, ines] = [await withFactor('owner'), await withFactor('finance')]

  app.clock.advance(LET_IN_WAIT_MS)
  await markRecentlyActive(other.admin)
  await expectRefusal('staff_can', app)
  await resetAdmin(live(), input) // an owner alone can't do it in live
  await markRecentlyActive(other.admin, ines.admin)
  await expectRefusal('staff_can')

  await expect(
    createAdmin(live(), systemActor, {
      ...admin,
      email: 'new@example.com',
      password: 'four orange kettles',
    }),
  ).rejects.toMatchObject({ code: 'staff_can' })

  app.clock.advance(STAFF_ACTIVITY_WINDOW_MS)
  await resetAdmin(live(), input)
  await resetAdmin(live(), input)

  await expect(resetAdmin(live(), { email: ines.admin.email })).rejects.toMatchObject({
    code: 'one_hand',
  })
  await expect(
    createAdmin(live(), systemActor, {
      ...admin,
      email: 'new@example.com',
      password: 'four orange kettles',
    }),
  ).rejects.toMatchObject({ code: 'one_hand' })
})

test('The command line rejects suspended and unknown people, recording no rejection.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  await suspendStaff(app, ruth.admin, { staffId: admin.id, reason: 'Left the firm.' })

  const before = await listMail(app.db, { template: 'staff-access-reset', limit: 200 })
  await expect(resetAdmin(app, { email: admin.email })).rejects.toMatchObject({
    code: 'staff_suspended',
  })
  await expect(resetAdmin(app, { email: 'nobody@example.com' })).rejects.toMatchObject({
    status: 404,
  })
  expect(await listMail(app.db, { template: 'staff-access-reset', limit: 200 })).toEqual(before)
})
