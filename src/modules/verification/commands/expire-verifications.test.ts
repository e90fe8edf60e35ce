import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getVerification } from '../queries.ts'
import { createTestVerification, passTest } from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { expireVerifications } from './expire-verifications.ts'

let testApp: TestApp
let sam: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  sam = (await createTestAdmin(testApp.app, { role: 'support' })).admin
})
afterAll(() => testApp.close())

test('The member is reminded once, 30 days ahead, and verification ends on its date', async () => {
  const { app, database } = testApp
  const { member, verification } = await createTestVerification(app)
  await passTest(app, sam, verification, 40)
  const readMail = () => findMail(app.db, member.email, 'verification-expiring')
  const getStatus = async () => (await getVerification(app.db, verification.id)).status

  app.clock.advance(9 * DAY_MS)
  await expireVerifications(app)
  expect(await readMail()).toBeNull()

  app.clock.advance(DAY_MS)
  await expireVerifications(app)
  await expireVerifications(app)
  expect(await readMail()).toMatchObject({ data: { level: 'Basic' } })
  const { rows } = await database.owner.query(
    `select count(*)::int as mails from outbox where template = 'verification-expiring'`,
  )
  expect(rows[0].mails).toBe(1)

  app.clock.advance(29 * DAY_MS)
  await expireVerifications(app)
  expect(await getStatus()).toBe('passed')
  app.clock.advance(DAY_MS)
  await expireVerifications(app)
  expect(await getStatus()).toBe('expired')
  expect((await beginVerification(app, member, 'basic')).verification.status).toBe(
    'waiting_for_member',
  )
})
