import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listNotifications } from '../queries.ts'
import { notify } from '../steps/queue-mail.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Notifications are deleted after the set retention period.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const retention = { proofDays: 10, messageDays: 10, notificationDays: 30, identityDays: 10 }

  await app.db
    .transaction()
    .execute((tx) => setSetting(tx, 'retention', retention, { by: 'adm_x', at: app.clock.now() }))

  const recipient = { memberId: member.id, to: member.email }
  const notifyMember = () =>
    app.db.transaction().execute((tx) => notify(tx, app, recipient, 'account-reactivated', {}))
  await notifyMember()
  app.clock.advance(30 * DAY_MS)
  await notifyMember()

  expect(await deleteOldNotifications(app)).toBe(0)

  app.clock.advance(1)
  expect(await deleteOldNotifications(app)).toBe(1)
  expect(await listNotifications(app.db, member.id)).toHaveLength(1)
})
