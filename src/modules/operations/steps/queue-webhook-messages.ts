import { formatUtcMinute } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { listAlertWebhooks, WEBHOOK_JOB } from '../adapters/alert-webhooks.ts'
import { ALERT_STATES, type AlertMessage, getAlertTitle } from '../model.ts'

/** Slack reads these as links and mentions. */
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const MAX_LENGTH = 3_000

/** Returns the text of an alert for webhooks: one line, with the address of the screen Jobs. */
export function formatWebhookText({ config }: Pick<App, 'config'>, alert: AlertMessage): string {
  const mark = config.MODE === 'sandbox' ? '[Sandbox] ' : ''
  const title = getAlertTitle(alert.source)
  const since = `Since ${formatUtcMinute(alert.since)}.`
  const text = `${mark}${ALERT_STATES[alert.state]}: ${title}. ${alert.message} ${since}`
  const escaped = text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')

  return `${escaped.slice(0, MAX_LENGTH)} ${config.PUBLIC_URL}/admin-dashboard/jobs`
}

/** Queues a text for each webhook. A job sends it, in several tries; then it is a failed job. */
export async function queueWebhookMessages(tx: Tx, app: App, text: string): Promise<void> {
  const messages = listAlertWebhooks(app.config).map(({ id }) => ({ webhook: id, text }))
  await app.jobs.enqueueEach(tx, WEBHOOK_JOB, messages)
}
