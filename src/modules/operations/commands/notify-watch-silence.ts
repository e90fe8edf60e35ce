import { formatUtcMinute } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { isWatchSilent } from '../model.ts'
import { findLastCheckTime } from '../queries.ts'
import { queueAlertMails } from '../steps/notify-alert-recipients.ts'
import { formatWebhookText } from '../steps/queue-webhook-messages.ts'
import { updateAlert } from '../steps/update-alert.ts'
import type { OperationTables } from '../tables.ts'

/** The mails and the message that the caller sends itself, because no worker sends them. */
export type UnsentAlert = { mails: string[]; webhookText: string | null }

const NOTHING: UnsentAlert = { mails: [], webhookText: null }

/**
 * Raises the alert that no worker has run the health checks for five minutes, or repeats it, as one
 * of several web processes; `since` is the start of this process. Returns what the caller has to
 * send: the ids of the queued mails, and the text for webhooks.
 */
export async function notifyWatchSilence(app: App, since: Date): Promise<UnsentAlert> {
  const now = app.clock.now()
  if (!isWatchSilent(since, now) || !isWatchSilent(await findLastCheckTime(app.db), now))
    return NOTHING

  const unsent = await runInTransaction(app.db, async (tx) => {
    // The lock serialises the web processes, and a worker that comes back.
    const { checked_at: checkedAt } = await tx
      .withTables<OperationTables>()
      .selectFrom('alert_watch')
      .select('checked_at')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!isWatchSilent(checkedAt, now)) return NOTHING

    let queued = NOTHING
    const result = {
      source: 'watch-silent',
      message: describeSilence(checkedAt),
      since: checkedAt ?? since,
    }
    await updateAlert(app, tx, result, async (alert) => {
      queued = {
        mails: await queueAlertMails(tx, app, alert),
        webhookText: formatWebhookText(app, alert),
      }
    })

    return queued
  })

  if (unsent.webhookText) app.events.publish(STAFF, 'alerts')

  return unsent
}

const describeSilence = (checkedAt: Date | null) =>
  `No health check has ${checkedAt ? `run since ${formatUtcMinute(checkedAt)}` : 'ever run'}: ` +
  'background jobs, emails and checks have stopped.'
