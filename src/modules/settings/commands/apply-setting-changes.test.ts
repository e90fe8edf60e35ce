import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getSetting, listOpenChanges } from '../queries.ts'
import { createOpenChange, setTestSetting } from '../testing.ts'
import { applySettingChanges } from './apply-setting-changes.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const read = async () =>
  (await getSetting(testApp.app.db, testApp.app.config, 'plans')).targetWarningBps

test('An approved looser control takes effect 24 hours later, once.', async () => {
  const { app } = testApp
  await createOpenChange(app)

  app.clock.advance(24 * HOUR_MS - 1)
  await applySettingChanges(app)
  expect(await read()).toBe(1_000)

  app.clock.advance(1)
  await applySettingChanges(app)
  expect(await read()).toBe(2_000)
  expect(await listOpenChanges(app.db)).toEqual([])

  const [event] = await listAuditEvents(app.db, { subjectId: 'setting:plans' })
  expect(event).toMatchObject({
    action: 'setting.changed',
    details: { before: { targetWarningBps: 1_000 }, after: { targetWarningBps: 2_000 } },
  })
})

test('A control tightened meanwhile stays tight: the approved change is cancelled.', async () => {
  const { app } = testApp
  await createOpenChange(app)
  await setTestSetting(app, 'plans', { targetWarningBps: 500 })

  app.clock.advance(24 * HOUR_MS)
  await applySettingChanges(app)
  expect(await read()).toBe(500)
  expect(await listOpenChanges(app.db)).toEqual([])
})
