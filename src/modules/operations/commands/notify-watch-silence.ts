import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { LIMITS, REMINDER_INTERVAL_MS } from '../model.ts'
import { notifyAlertRecipients } from '../steps/notify-alert-recipients.ts'

/**
 * Called by whoever serves: when nobody has looked after the house since then, queues mails that
 * say so, once an hour among all who serve. Answers their ids, since who else would send them is
 * the one that is silent.
 */
export async function notifyWatchSilence(app: App, since: Date): Promise<string[]> {
  const now = app.clock.now()
  const silent = new Date(now.getTime() - LIMITS.silentMs)
  if (since > silent) return []

  return await runInTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ looked_at: Date | null }>`
      update alarm_watch set silence_told_at = ${now}
      where coalesce(looked_at, '-infinity') < ${silent}
        and coalesce(silence_told_at, '-infinity') <= ${new Date(now.getTime() - REMINDER_INTERVAL_MS)}
      returning looked_at`.execute(tx)

    const [found] = rows
    if (!found) return []

    const message =
      'No worker has looked after the house for minutes: jobs, mails and checks stand still.'
    app.log.error({ lookedAt: found.looked_at }, 'nobody watches the house')

    return await notifyAlertRecipients(tx, app, {
      source: 'watch-silent',
      message,
      state: 'raised',
      since: found.looked_at ?? since,
    })
  })
}
