import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { LIMITS, REMINDER_INTERVAL_MS } from '../model.ts'
import { notifyAlertRecipients } from '../steps/notify-alert-recipients.ts'

/**
 * Queues an alert mail when no worker has run the health checks for five minutes, at most once an
 * hour among all web processes; `since` is the start of this process. Returns the ids of the mails,
 * because the caller has to send them itself: the worker that sends mail is the one that is silent.
 */
export async function notifyWatchSilence(app: App, since: Date): Promise<string[]> {
  const now = app.clock.now()
  const cutoff = new Date(now.getTime() - LIMITS.silentMs)
  const remindBefore = new Date(now.getTime() - REMINDER_INTERVAL_MS)
  if (since > cutoff) return []

  return await runInTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ checked_at: Date | null }>`
      update alert_watch set silence_notified_at = ${now}
      where coalesce(checked_at, '-infinity') < ${cutoff}
        and coalesce(silence_notified_at, '-infinity') <= ${remindBefore}
      returning checked_at`.execute(tx)

    const [row] = rows
    if (!row) return []

    const message =
      'No worker has run the health checks for minutes: jobs, mails and checks have stopped.'
    app.log.error({ lookedAt: row.checked_at }, 'no worker runs the health checks')

    return await notifyAlertRecipients(tx, app, {
      source: 'watch-silent',
      message,
      state: 'raised',
      since: row.checked_at ?? since,
    })
  })
}
