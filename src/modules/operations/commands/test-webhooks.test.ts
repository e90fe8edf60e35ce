import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestAdmin } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { freePort } from '../../../../tests/support/launcher.ts'
import { openWebhookServer, type WebhookServer } from '../../../../tests/support/webhook-server.ts'
import { testWebhooks } from './test-webhooks.ts'

let testApp: TestApp
let chat: WebhookServer
beforeAll(async () => {
  testApp = await createTestApp()
  chat = await openWebhookServer()
})
afterAll(async () => {
  await chat.close()
  await testApp.close()
})

test('An owner tests every webhook, sees what each answered, and it is recorded.', async () => {
  const absent = `127.0.0.1:${await freePort()}`
  const addresses = [chat.url, `http://${absent}/hush`]
  const app = { ...testApp.app, config: { ...testApp.app.config, ALERT_WEBHOOK: addresses } }
  const { admin: owner } = await createTestAdmin(app, { role: 'owner' })
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })

  await expect(testWebhooks(app, finance)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(testWebhooks(testApp.app, owner)).rejects.toMatchObject({ code: 'no_webhook' })
  expect(chat.received).toEqual([])

  expect(await testWebhooks(app, owner)).toEqual([
    { host: chat.host, problem: null },
    { host: absent, problem: `${absent} can’t be reached (ECONNREFUSED)` },
  ])
  expect(JSON.parse(chat.received[0] ?? '').text).toMatch(/^\[Sandbox\] Test: alerts of /)

  const [event] = await listAuditEvents(app.db, { action: 'alert.webhooks-tested' })
  expect(event?.details).toEqual({
    accepted: chat.host,
    problems: `${absent} can’t be reached (ECONNREFUSED)`,
  })
})
