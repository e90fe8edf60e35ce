import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { countAlerts, findLastCheckTime, listAlerts } from '../queries.ts'
import { acknowledgeAlert } from './acknowledge-alert.ts'
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
  const countSilenceMails = async () => (await notifyWatchSilence(app, startedAt)).mails.length

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

test('The silence is an open alert with its start until a worker runs for 5 minutes.', async () => {
  const { app } = testApp
  const since = await findLastCheckTime(app.db)
  const countOpen = async () => (await countAlerts(app.db)).open

  expect(await countOpen()).toBe(1)
  expect((await listAlerts(app.db))[0]).toMatchObject({
    source: 'watch-silent',
    raisedAt: since,
    message: expect.stringMatching(/^No health check has run since 20 Nov 2026, 12:06 UTC: /),
  })

  await runHealthChecks(app, {})
  app.clock.advance(4 * 60_000)
  await runHealthChecks(app, {})
  expect(await countOpen(), 'it may stop again').toBe(1)

  app.clock.advance(60_000)
  await runHealthChecks(app, {})
  expect(await countOpen()).toBe(0)
  expect(await listMail(app.db, { template: 'operations-alert' })).toHaveLength(3)
})

test('A staff member who acknowledges the silence gets no reminder.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'support' })
  const startedAt = app.clock.now()
  app.clock.advance(6 * 60_000)

  expect((await notifyWatchSilence(app, startedAt)).mails).toHaveLength(1)
  await acknowledgeAlert(app, admin, (await listAlerts(app.db))[0]?.id ?? '')

  app.clock.advance(61 * 60_000)
  expect(await notifyWatchSilence(app, startedAt)).toEqual({ mails: [], webhookText: null })
})
