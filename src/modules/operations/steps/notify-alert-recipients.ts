import { getPermittedRoles } from '#modules/approvals/model.ts'
import { toRecipient } from '#modules/identity/model.ts'
import { listStaffAtWork } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type AlertMessage, getAlertTitle } from '../model.ts'
import { formatWebhookText, queueWebhookMessages } from './queue-webhook-messages.ts'

/**
 * Queues a mail to each address of ALERT_MAIL or, without any, to each owner. Returns the ids of
 * the mails.
 */
export async function queueAlertMails(tx: Tx, app: App, alert: AlertMessage): Promise<string[]> {
  const data = { ...alert, title: getAlertTitle(alert.source) }
  const ids: string[] = []
  for (const recipient of await listAlertRecipients(tx, app))
    ids.push(await notify(tx, app, recipient, 'operations-alert', data))
  return ids
}

/** Queues the mails of an alert, and its message to each webhook. */
export async function notifyAlertRecipients(tx: Tx, app: App, alert: AlertMessage): Promise<void> {
  await queueAlertMails(tx, app, alert)
  await queueWebhookMessages(tx, app, formatWebhookText(app, alert))
}

async function listAlertRecipients(
  tx: Tx,
  { config }: App,
): Promise<{ to: string; name?: string }[]> {
  if (config.ALERT_MAIL.length > 0) return config.ALERT_MAIL.map((to) => ({ to }))
  return (await listStaffAtWork(tx))
    .filter(({ role }) => getPermittedRoles('installation.manage').includes(role))
    .map(toRecipient)
}
