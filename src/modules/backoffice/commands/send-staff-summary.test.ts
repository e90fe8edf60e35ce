import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { createPendingDeposit } from '#modules/deposits/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { chooseStaffNotifications } from './choose-staff-notifications.ts'
import { notifyStaff } from './notify-staff.ts'
import { sendStaffSummary } from './send-staff-summary.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const inDays = (days: number) => ({
  ...testApp.app,
  clock: {
    ...testApp.app.clock,
    now: () => new Date(testApp.app.clock.now().getTime() + days * DAY_MS),
  },
})

test('The summary lists the work that waits, once a day, to those who chose it', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const { admin: other } = await createTestAdmin(app, { role: 'finance' })
  await chooseStaffNotifications(app, admin, { event: 'deposit', delivery: 'daily' })
  const { member } = await createTestMember(app)
  const { id: planId } = await createPublishedPlan(app)
  await createPendingDeposit(app, member, { planId, amount: '1500' })

  expect([await sendStaffSummary(app), await sendStaffSummary(app)]).toEqual([true, false])
  const listOwnMail = async (to: string) => await listMail(app.db, { to, template: 'staff-work' })
  expect(await listOwnMail(admin.email)).toMatchObject([{ data: { daily: true, deposits: 1 } }])
  expect(await listOwnMail(other.email)).toEqual([])

  expect(await sendStaffSummary(inDays(1))).toBe(true)
  expect(await listOwnMail(admin.email)).toHaveLength(2)
})

test('Work that is done is forgotten after 30 days; open work is not mailed again', async () => {
  const { app, database } = testApp
  await notifyStaff(app)
  await database.owner.query(
    `insert into staff_notification values ('deposit', 'dep_decided', $1)`,
    [app.clock.now()],
  )

  await sendStaffSummary(inDays(31))
  const { rows } = await database.owner.query<{ subject_id: string }>(
    `select subject_id from staff_notification`,
  )
  expect(rows.map(({ subject_id: id }) => id)).not.toContain('dep_decided')
  expect(rows).toHaveLength(1)
  expect(await notifyStaff(inDays(31))).toBe(0)
})
