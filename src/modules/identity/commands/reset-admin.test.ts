import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemActor } from '#modules/audit/model.ts'
import { listActs } from '#modules/audit/queries.ts'
import { findMail, listMail } from '#modules/notifications/queries.ts'
import type { App } from '#platform/app.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { LET_IN_WAIT_MS, SEEN_AT_WORK_MS } from '../model/factors.ts'
import type { Admin } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'
import { anAdmin, aVisitor, mailedToken, SAMPLE_PASSWORD, withAuthenticator } from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { createAdmin } from './create-admin.ts'
import { requestAdminReset } from './request-admin-reset.ts'
import { resetAdmin } from './reset-admin.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'
import { suspendStaff } from './suspend-staff.ts'

let house: TestApp
let ruth: Awaited<ReturnType<typeof withFactor>>
beforeAll(async () => {
  house = await testApp()
  ruth = await withFactor('owner')
})
afterAll(() => house.close())

const live = (): App => ({ ...house.app, config: { ...house.app.config, MODE: 'live' as const } })
const seen = (...staff: Admin[]) =>
  house.database.owner.query('update staff set last_sign_in_at = $2 where id = any($1)', [
    staff.map(({ id }) => id),
    house.app.clock.now(),
  ])

async function withFactor(role: 'owner' | 'finance' | 'viewer') {
  const made = await anAdmin(house.app, { role })
  return { ...made, ...(await withAuthenticator(house.app, made.admin, made.sessionId)) }
}

test('The only owner begins anew from the machine: nothing old opens, a mailed link does, and everybody is told', async () => {
  const { app } = house
  const { admin, token } = ruth
  const { email } = admin
  const { admin: viewer } = await anAdmin(app, { role: 'viewer' })

  await requestAdminReset(app, aVisitor(), { email })

  const old = await mailedToken(app, email, 'reset-password')
  const { link, told } = await resetAdmin(app, { email: email.toUpperCase() })
  expect(told).toBe(1)
  expect(await resumeSession(app, { token })).toBeNull()
  expect((await factorsOf(app.db, admin.id)).authenticatorSince).toBeNull()

  const enter = (password: string) => adminLogIn(app, aVisitor(), { email, password })
  for (const password of [SAMPLE_PASSWORD, '']) await expect(enter(password)).rejects.toThrow()

  const password = 'nine lanterns under water'
  await expect(resetPassword(app, aVisitor(), { token: old, password })).rejects.toThrow()

  const mailed = await mailedToken(app, email, 'staff-access-reset')
  expect(link.endsWith(mailed)).toBe(true)

  await resetPassword(app, aVisitor(), { token: mailed, password })
  expect((await enter(password)).token).toBeTruthy()

  const seenByViewer = (await findMail(app.db, viewer.email, 'staff-access-reset'))?.data
  expect(seenByViewer).toMatchObject({ about: admin.label })
  expect(seenByViewer).not.toHaveProperty('link')

  const [act] = await listActs(app.db, { subjectId: admin.id, action: 'staff.access-reset' })
  expect(act).toMatchObject({ actor: systemActor, details: { told: 1 } })
})

test('What the staff can do itself the machine refuses, and with real money it lets in one person a week', async () => {
  const { app } = house
  const { admin } = ruth
  const asked = { email: admin.email }
  const refused = (code: string, on = live()) =>
    expect(resetAdmin(on, asked), code).rejects.toMatchObject({ code })
  const [other, ines] = [await withFactor('owner'), await withFactor('finance')]

  app.clock.advance(LET_IN_WAIT_MS)
  await seen(other.admin)
  await refused('staff_can', app)
  await resetAdmin(live(), asked) // an owner alone can't do it with real money
  await seen(other.admin, ines.admin)
  await refused('staff_can')

  await expect(
    createAdmin(live(), systemActor, {
      ...admin,
      email: 'new@example.com',
      password: 'four orange kettles',
    }),
  ).rejects.toMatchObject({ code: 'staff_can' })

  app.clock.advance(SEEN_AT_WORK_MS)
  await resetAdmin(live(), asked)
  await resetAdmin(live(), asked)

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

test('Whoever is suspended, or nobody, is let in by no machine, and nothing of a refusal is kept', async () => {
  const { app } = house
  const { admin } = await anAdmin(app, { role: 'finance' })
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
