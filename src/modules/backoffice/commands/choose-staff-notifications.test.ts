import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getDelivery, listStaffChoices } from '../queries/staff-work.ts'
import { chooseStaffNotifications } from './choose-staff-notifications.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A choice is stored for one event and one person, and the last one counts', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const { admin: other } = await createTestAdmin(app, { role: 'finance' })
  for (const delivery of ['off', 'off', 'daily'] as const)
    await chooseStaffNotifications(app, admin, { event: 'deposit', delivery })

  const choices = await listStaffChoices(app.db)
  expect(getDelivery(choices, admin.id, 'deposit')).toBe('daily')
  expect(getDelivery(choices, admin.id, 'withdrawal')).toBe('now')
  expect(getDelivery(choices, other.id, 'deposit')).toBe('now')
  expect(await listAuditEvents(app.db, { subjectId: admin.id })).toMatchObject([
    { action: 'notifications.chosen', details: { event: 'deposit', delivery: 'daily' } },
    { action: 'notifications.chosen', details: { event: 'deposit', delivery: 'off' } },
    expect.anything(),
  ])
})

test('A role chooses nothing about work that it may not act on', async () => {
  const { app } = testApp
  const { admin: support } = await createTestAdmin(app, { role: 'support' })
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  for (const [admin, event] of [
    [support, 'deposit'],
    [viewer, 'approval'],
  ] as const)
    await expect(
      chooseStaffNotifications(app, admin, { event, delivery: 'off' }),
    ).rejects.toMatchObject({ code: 'role_missing' })

  await chooseStaffNotifications(app, support, { event: 'approval', delivery: 'off' })
})
