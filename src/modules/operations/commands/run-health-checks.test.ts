import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#lib/dates.ts'
import { resetAdmin } from '#modules/identity/commands/reset-admin.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { listMail } from '#modules/notifications/queries.ts'
import type { App } from '#platform/app.ts'
import { DatabaseUnavailable } from '#platform/db/connection-errors.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { SOURCES } from '../model.ts'
import { healthChecks } from '../queries/health-checks.ts'
import { countAlerts, findLastCheckTime, listAlerts } from '../queries.ts'
import { acknowledgeAlert } from './acknowledge-alert.ts'
import { runHealthChecks } from './run-health-checks.ts'

let testApp: TestApp
let to: string
beforeAll(async () => {
  testApp = await createTestApp()
  const { admin } = await createTestAdmin(testApp.app, { role: 'owner' })
  await createTestAdmin(testApp.app, { role: 'support' })
  to = admin.email
})
beforeEach(() => testApp.database.owner.query('truncate alert; truncate outbox'))
afterAll(() => testApp.close())

const listAlertMails = async () =>
  (await listMail(testApp.app.db, { template: 'operations-alert' })).map(
    (mail) => `${mail.data.state} to ${mail.to}`,
  )
const runCheck = (message: string | null) =>
  runHealthChecks(testApp.app, { 'jobs-overdue': async () => message })

test('An alert is mailed to each owner at once, each hour, and when it is resolved.', async () => {
  const { app } = testApp
  await runCheck('A job has waited for 20 minutes.')

  expect(await listAlertMails()).toEqual([`raised to ${to}`])

  app.clock.advance(59 * MINUTE_MS)
  await runCheck('A job has waited for 79 minutes.')

  expect(await listAlertMails()).toHaveLength(1)

  app.clock.advance(MINUTE_MS)
  await runCheck('A job has waited for 80 minutes.')

  expect(await listAlertMails()).toEqual([`again to ${to}`, `raised to ${to}`])
  expect(await listAlerts(app.db)).toMatchObject([
    { message: 'A job has waited for 80 minutes.', notificationCount: 2 },
  ])

  await runCheck(null)
  app.clock.advance(4 * MINUTE_MS)
  await runCheck('A job has waited for 20 minutes.') // the problem returns: still one alert
  await runCheck(null)
  app.clock.advance(5 * MINUTE_MS)
  await runCheck(null)

  expect((await listAlertMails())[0]).toBe(`over to ${to}`)
  expect(await listAlertMails()).toHaveLength(3)
  expect(await countAlerts(app.db)).toEqual({ open: 0, unacknowledged: 0 })
  expect(await findLastCheckTime(app.db)).toEqual(app.clock.now())
})

test('ALERT_MAIL replaces the owners; acknowledging an alert stops its reminders.', async () => {
  const { app } = testApp
  const appWithRecipients = {
    ...app,
    config: { ...app.config, ALERT_MAIL: ['night@example.com', 'day@example.com'] },
  }
  const checkFullDisk = () =>
    runHealthChecks(appWithRecipients, { 'disk-full': async () => 'Full.' })

  await checkFullDisk()
  expect(await listAlertMails()).toEqual([
    'raised to day@example.com',
    'raised to night@example.com',
  ])

  const { admin } = await createTestAdmin(app, { role: 'support' })
  await acknowledgeAlert(app, admin, (await listAlerts(app.db))[0]?.id ?? '')
  app.clock.advance(10 * 60 * MINUTE_MS)
  await checkFullDisk()

  expect(await listAlertMails()).toHaveLength(2)
  expect(await countAlerts(app.db)).toEqual({ open: 1, unacknowledged: 0 })
})

test('A check that throws raises an alert and does not stop the other checks.', async () => {
  const broken = () => Promise.reject(new Error('missing relation: secret detail'))
  await runHealthChecks(testApp.app, {
    'journal-unchained': broken,
    'disk-full': async () => 'Full.',
  })
  const alerts = await listAlerts(testApp.app.db)
  expect(alerts.map(({ source }) => source).sort()).toEqual(['disk-full', 'journal-unchained'])
  expect(JSON.stringify(alerts)).not.toContain('secret detail')
})

test('A database that is away during a check raises no alert; the job runs again.', async () => {
  const before = await countAlerts(testApp.app.db)
  const away = async () => {
    throw new DatabaseUnavailable('planned')
  }

  await expect(runHealthChecks(testApp.app, { 'mail-unsent': away })).rejects.toThrow('planned')
  expect(await countAlerts(testApp.app.db)).toEqual(before)
})

test('A healthy system raises no alert, and each check finds its own problem.', async () => {
  const { app, database } = testApp
  await app.db.transaction().execute((tx) => app.jobs.enqueue(tx, 'not-started', {}))

  const listFailedChecks = async () => {
    const failed: string[] = []
    for (const [source, check] of Object.entries(healthChecks))
      if (await check(app)) failed.push(source)
    return failed.filter((source) => source !== 'disk-full')
  }

  expect(await listFailedChecks()).toEqual([])

  await database.owner.query(`
    update pgboss.job set created_on = created_on - interval '1 hour', start_after = start_after
    - interval '1 hour' where name = 'not-started';
    insert into backup_made values ('bak_00000000000000000000', '2026-11-18T00:00:00Z', 'dump',
    1, 0);
    insert into outbox (id, recipient, template, data, queued_at, attempts)
      values ('mail_00000000000000000000', 'a@example.com', 'x', '{}', '2026-11-01T00:00:00Z', 1)`)

  expect(await listFailedChecks()).toEqual(['jobs-overdue', 'mail-unsent', 'backup-old'])

  await database.owner.query("update pgboss.job set state = 'failed' where name = 'not-started'")
  expect(await listFailedChecks()).toEqual(['jobs-failed', 'mail-unsent', 'backup-old'])
})

test('Missing prices, a missing anchor and a reset of staff access raise alerts.', async () => {
  const { app, database } = testApp
  const prices: App['prices'] = { ...app.prices, price: () => Promise.reject(new Error('silent')) }
  const silent = { ...app, prices }

  expect(await healthChecks['prices-silent'](silent)).toBeNull()

  app.clock.advance(4 * MINUTE_MS)
  expect(await healthChecks['prices-silent'](silent)).toBeNull()

  app.clock.advance(MINUTE_MS)
  expect(await healthChecks['prices-silent'](silent)).toContain('BTC, ETH, USDT')

  prices.price = app.prices.price
  expect(await healthChecks['prices-silent'](silent)).toBeNull()

  const insertAnchor = (day: string, at: string) =>
    database.owner.query("insert into anchor values ($1, 1, 1, repeat('a', 64), 0, $2)", [day, at])

  app.clock.set('2026-11-22T01:00:00Z')
  await insertAnchor('2026-11-20', '2026-11-20T12:00:00Z')

  expect(await healthChecks['anchor-overdue'](app)).toContain('37 hours ago')

  await insertAnchor('2026-11-21', '2026-11-21T00:05:00Z')
  expect(await healthChecks['anchor-overdue'](app)).toBeNull()

  await database.owner.query(`insert into outbox (id, recipient, template, data, queued_at,
    attempts)
    values ('mail_11111111111111111111', 'a@example.com', 'ledger-anchor', '{}',
    '2026-11-20T12:00:00Z', 9)`)
  expect(await healthChecks['anchor-overdue'](app)).toContain(
    'Checkpoint emails not sent within a day: 1',
  )
  expect(await healthChecks['admin-reset'](app)).toBeNull()

  const { label } = (await resetAdmin(app, { email: to })).admin
  app.clock.advance(71 * 60 * MINUTE_MS)

  expect(await healthChecks['admin-reset'](app)).toContain(
    `${label} was reset on the server 71 hours ago`,
  )

  app.clock.advance(2 * 60 * MINUTE_MS)
  expect(await healthChecks['admin-reset'](app)).toBeNull()
})

test('The alerts page explains each alert and no other.', () => {
  const text = readFileSync(
    join(import.meta.dirname, '../../../../docs/operating/alerts.md'),
    'utf8',
  )
  const explained = [...text.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
  expect(explained).toEqual(Object.keys(SOURCES))
})
