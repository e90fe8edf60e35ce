import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { recordWebhookChange } from './record-webhook-change.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A changed webhook is in the audit log once, without its address.', async () => {
  const { app } = testApp
  const start = (...addresses: string[]) =>
    recordWebhookChange({ ...app, config: { ...app.config, ALERT_WEBHOOK: addresses } })

  await start()
  await Promise.all([start('https://chat.example/hush'), start('https://chat.example/hush')])
  await start('https://chat.example/another')
  await start()
  await start()

  const events = await listAuditEvents(app.db, { action: 'alert.webhooks-changed' })
  const shown = events.map(({ details }) => `${details.before} -> ${details.after}`).reverse()
  expect(shown).toEqual([
    expect.stringMatching(/^none -> chat\.example \([0-9a-f]{12}\)$/),
    expect.stringMatching(/^chat\.example \([0-9a-f]{12}\) -> chat\.example \([0-9a-f]{12}\)$/),
    expect.stringMatching(/^chat\.example \([0-9a-f]{12}\) -> none$/),
  ])
  expect(JSON.stringify(shown)).not.toMatch(/hush|another/)
  expect(events[0]?.actor.kind).toBe('system')
})
