import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestAdmin } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { ExternalServiceError, postExternalJson } from '#platform/http/fetch-external-json.ts'
import { listTroubledJobs } from '#platform/jobs/job-states.ts'
import { runJobsNow } from '#platform/jobs/jobs.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { freePort } from '../../../../tests/support/launcher.ts'
import { openWebhookServer, type WebhookServer } from '../../../../tests/support/webhook-server.ts'
import { readConfig } from '../../../config.ts'
import { notifySilence } from '../../../worker.ts'
import { runHealthChecks } from '../commands/run-health-checks.ts'
import { jobs } from '../jobs.ts'
import { listAlertWebhooks, WEBHOOK_JOB } from './alert-webhooks.ts'

let testApp: TestApp
let chat: WebhookServer
let app: App
beforeAll(async () => {
  testApp = await createTestApp()
  chat = await openWebhookServer()
  app = { ...testApp.app, config: { ...testApp.app.config, ALERT_WEBHOOK: [chat.url] } }
  await createTestAdmin(app, { role: 'owner' })
})
beforeEach(() => testApp.database.owner.query('truncate alert; delete from pgboss.job'))
afterEach(() => {
  chat.answerWith(null)
  chat.received.length = 0
})
afterAll(async () => {
  await chat.close()
  await testApp.close()
})

const sending = jobs.filter(({ name }) => name === WEBHOOK_JOB)
const runJobs = () => runJobsNow(app, testApp.database.pool, sending)

test('An alert is one line of Slack’s JSON, without links or mentions of its own.', async () => {
  await runHealthChecks(app, { 'disk-full': async () => '9 % is free <!channel> & <b>.' })
  await runJobs()

  expect(chat.received.map((body) => JSON.parse(body))).toEqual([
    {
      text:
        '[Sandbox] Alert: Disk almost full. 9 % is free &lt;!channel&gt; &amp; &lt;b&gt;. ' +
        'Since 20 Nov 2026, 12:00 UTC. http://localhost:3000/admin-dashboard/jobs',
    },
  ])
})

test('A refused message is a job that is tried again, with its reason and without the address.', async () => {
  chat.answerWith((_, response) => response.writeHead(404).end())
  await runHealthChecks(app, { 'disk-full': async () => 'Full.' })
  await expect(runJobs()).rejects.toThrow(`${chat.host} answered 404`)

  const [troubled] = await listTroubledJobs(app.db)
  expect(troubled).toMatchObject({ queue: WEBHOOK_JOB, state: 'retry' })
  expect(troubled?.lastError).toContain(`${chat.host} answered 404`)
  expect(JSON.stringify(troubled)).not.toContain('not-for-logs')

  chat.answerWith(null)
  await testApp.database.owner.query('update pgboss.job set start_after = now()')
  await runJobs()
  expect(chat.received).toHaveLength(2)
  expect(await listTroubledJobs(app.db)).toEqual([])
})

test('A redirect is not followed; a silent or missing receiver is named by its host.', async () => {
  chat.answerWith((_, response) => response.writeHead(302, { location: chat.url }).end())
  await expect(postExternalJson(chat.url, {})).rejects.toThrow(`${chat.host} answered 302`)
  expect(chat.received).toHaveLength(1)

  chat.answerWith(() => {}) // never
  const silent = await postExternalJson(chat.url, {}, 50).catch((error) => error)
  expect(silent).toBeInstanceOf(ExternalServiceError)
  expect(silent.message).toBe(`${chat.host} can’t be reached (no answer in time)`)

  const host = `127.0.0.1:${await freePort()}`
  const missing = await postExternalJson(`http://${host}/not-for-logs`, {}).catch((e) => e)
  expect(missing.message).toBe(`${host} can’t be reached (ECONNREFUSED)`)
})

test('A webhook that is no longer configured gets nothing.', async () => {
  await runHealthChecks(app, { 'disk-full': async () => 'Full.' })
  await runJobsNow(testApp.app, testApp.database.pool, sending)
  expect(chat.received).toEqual([])
})

test('A web process sends the alert of a silent worker itself, and leaves a job if it can’t.', async () => {
  const since = app.clock.now()
  testApp.app.clock.advance(10 * 60_000)
  await notifySilence(app, since)
  expect(JSON.parse(chat.received[0] ?? '').text).toContain('Background worker down')
  expect((await testApp.database.owner.query('select from pgboss.job')).rowCount).toBe(1) // a mail

  testApp.app.clock.advance(60 * 60_000)
  chat.answerWith((_, response) => response.writeHead(500).end())
  await expect(notifySilence(app, since)).rejects.toThrow('answered 500')

  chat.answerWith(null)
  await runJobs()
  expect(JSON.parse(chat.received.at(-1) ?? '').text).toContain('Reminder: Background worker down')
})

test('An address with a login is refused without naming it, and live needs https.', () => {
  const read = (environment: Record<string, string>) => {
    try {
      return String(readConfig(environment).ALERT_WEBHOOK)
    } catch (error) {
      return String(error)
    }
  }

  expect(read({ ALERT_WEBHOOK: 'https://a.example/1, https://b.example/2' })).toBe(
    'https://a.example/1,https://b.example/2',
  )
  expect(read({ ALERT_WEBHOOK: 'https://me:hush@a.example/' })).toContain('can’t contain a login')
  expect(read({ ALERT_WEBHOOK: 'file:///hush' })).toContain('ALERT_WEBHOOK.0: Invalid')
  expect(read({ ALERT_WEBHOOK: 'http://a.example/hush', MODE: 'live' })).toContain(
    'ALERT_WEBHOOK: live needs https',
  )
  for (const ALERT_WEBHOOK of ['https://me:hush@a.example/', 'file:///hush'])
    expect(read({ ALERT_WEBHOOK })).not.toContain('hush')
})

test('Each webhook has an id that does not show its address.', () => {
  const [webhook] = listAlertWebhooks(app.config)
  expect(webhook).toMatchObject({ host: chat.host, id: expect.stringMatching(/^[0-9a-f]{12}$/) })
})
