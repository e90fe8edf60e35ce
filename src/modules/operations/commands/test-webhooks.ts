import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type AlertWebhook, listAlertWebhooks, postToWebhook } from '../adapters/alert-webhooks.ts'

/** The answer of a webhook to a test message; `problem` is null when it was accepted. */
export type WebhookTest = { host: string; problem: string | null }

/**
 * Sends a test message to each configured webhook, once, and records the result. Throws
 * `no_webhook` (409) where none is configured, `role_missing` (403).
 */
export async function testWebhooks(app: App, owner: Staff): Promise<WebhookTest[]> {
  assertPermitted(owner, 'installation.manage')

  const webhooks = listAlertWebhooks(app.config)
  if (webhooks.length === 0)
    throw new DomainError('no_webhook', 409, 'No webhook is configured. Set ALERT_WEBHOOK.')

  const mark = app.config.MODE === 'sandbox' ? '[Sandbox] ' : ''
  const text = `${mark}Test: alerts of ${app.config.PUBLIC_URL} are sent here.`
  const tests = await Promise.all(webhooks.map((webhook) => testWebhook(webhook, text)))

  const accepted = tests.filter(({ problem }) => !problem).map(({ host }) => host)
  const problems = tests.flatMap(({ problem }) => problem ?? [])
  await runInTransaction(app.db, (tx) =>
    record(tx, app.clock.now(), owner, 'alert.webhooks-tested', 'alerts', {
      accepted: accepted.join(', ') || 'none',
      problems: problems.join(', ') || 'none',
    }),
  )

  return tests
}

const testWebhook = (webhook: AlertWebhook, text: string): Promise<WebhookTest> =>
  postToWebhook(webhook, text).then(
    () => ({ host: webhook.host, problem: null }),
    (error: Error) => ({ host: webhook.host, problem: error.message }),
  )
