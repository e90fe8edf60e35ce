import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { notifyWatchSilence } from './notify-watch-silence.ts'
import { runHealthChecks } from './run-health-checks.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await createTestAdmin(testApp.app, { role: 'owner' })
})
afterAll(() => testApp.close())

test('Web processes mail once an hour when no worker ran checks for five minutes.', async () => {
  const { app } = testApp
  const startedAt = app.clock.now()
  const countSilenceMails = async () => (await notifyWatchSilence(app, startedAt)).length

  expect(await countSilenceMails(), 'the process has just started').toBe(0)

  app.clock.advance(6 * 60_000)
  await runHealthChecks(app, {})

  expect(await countSilenceMails()).toBe(0)

  app.clock.advance(6 * 60_000)
  expect((await Promise.all([countSilenceMails(), countSilenceMails()])).sort()).toEqual([0, 1])

  app.clock.advance(59 * 60_000)
  expect(await countSilenceMails()).toBe(0)

  app.clock.advance(60_000)
  expect(await countSilenceMails()).toBe(1)
  expect(await listMail(app.db, { template: 'operations-alert' })).toHaveLength(2)
})
