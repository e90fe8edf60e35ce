import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '#platform/app.ts'
import type { Config } from '#platform/config.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { postExternalJson } from '#platform/http/fetch-external-json.ts'

/** A receiver of alerts. Its address is a secret: a job and the audit log have its id and host. */
export type AlertWebhook = { id: string; host: string; url: string }

/** The payload of a job: the id of a webhook and the text of an alert. */
export type WebhookMessage = { webhook: string; text: string }

/** The name of the job that sends a message to a webhook. */
export const WEBHOOK_JOB = 'operations-send-webhook'

const ID_LENGTH = 12

/** Lists the webhooks that the configuration names. */
export const listAlertWebhooks = ({ ALERT_WEBHOOK }: Pick<Config, 'ALERT_WEBHOOK'>) =>
  ALERT_WEBHOOK.map(
    (url): AlertWebhook => ({
      id: createHash('sha256').update(url).digest('hex').slice(0, ID_LENGTH),
      host: new URL(url).host,
      url,
    }),
  )

/** Sends a text as Slack, Mattermost and others read it. Throws `ExternalServiceError`. */
export const postToWebhook = ({ url }: AlertWebhook, text: string): Promise<void> =>
  postExternalJson(url, { text })

/** Sends the message of a job; a webhook that is no longer configured gets none. */
export async function sendWebhookMessage(app: App, message: WebhookMessage): Promise<void> {
  const webhook = listAlertWebhooks(app.config).find(({ id }) => id === message.webhook)
  if (!webhook) return app.log.warn({ webhook: message.webhook }, 'a webhook is not configured now')

  await postToWebhook(webhook, message.text)
  app.log.info({ host: webhook.host }, 'an alert was sent to a webhook')
}

const PAUSES_MS = [1_000, 5_000]

/**
 * Sends an alert at once, in three tries, while no worker runs jobs. Throws
 * `ExternalServiceError` when none is accepted, and leaves a job: the staff sees it on Jobs.
 */
export async function postWithoutWorker(
  app: App,
  webhook: AlertWebhook,
  text: string,
): Promise<void> {
  for (const pauseMs of PAUSES_MS) {
    const isSent = await postToWebhook(webhook, text).then(
      () => true,
      () => false,
    )
    if (isSent) return
    await pause(pauseMs)
  }

  await postToWebhook(webhook, text).catch(async (error: unknown) => {
    const message: WebhookMessage = { webhook: webhook.id, text }
    await runInTransaction(app.db, (tx) => app.jobs.enqueue(tx, WEBHOOK_JOB, message))
    throw error
  })
}
