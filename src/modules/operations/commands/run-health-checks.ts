import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { CHECK_TIMEOUT_MS, RECOVERY_MS, REMINDER_INTERVAL_MS } from '../model.ts'
import { type HealthCheck, healthChecks } from '../queries/health-checks.ts'
import { notifyAlertRecipients } from '../steps/notify-alert-recipients.ts'
import type { OperationTables } from '../tables.ts'

type HealthCheckResult = { source: string; message: string | null }

/**
 * Runs the health checks and notifies the recipients of an alert: at once, then each hour until a
 * staff member acknowledges it, and once more when it is resolved. A check that throws or times out
 * raises an alert itself.
 */
export async function runHealthChecks(
  app: App,
  checks: Record<string, HealthCheck> = healthChecks,
): Promise<void> {
  const results: HealthCheckResult[] = []
  for (const [source, check] of Object.entries(checks))
    results.push({ source, message: await runHealthCheck(app, source, check) })

  const changed = await runInTransaction(app.db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    // The lock serialises workers that run the checks at the same time.
    await own.selectFrom('alarm_watch').select('single_row').forUpdate().execute()

    let notifiedCount = 0
    for (const result of results) notifiedCount += await updateAlert(app, tx, result)
    await own.updateTable('alarm_watch').set({ looked_at: app.clock.now() }).execute()

    return notifiedCount > 0
  })

  if (changed) app.events.publish(STAFF, 'alarms')
}

async function runHealthCheck(
  app: App,
  source: string,
  check: HealthCheck,
): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('The check did not finish in time.'), CHECK_TIMEOUT_MS)
  })

  try {
    return await Promise.race([check(app), timeout])
  } catch (error) {
    app.log.error({ err: error, source }, 'a health check failed to run')
    return 'The check failed to run. The log states the reason.'
  } finally {
    clearTimeout(timer)
  }
}

type Tx = Parameters<typeof notifyAlertRecipients>[0]

/** Raises, repeats or resolves the alert of a source. Returns 1 when it notified, else 0. */
async function updateAlert(
  app: App,
  tx: Tx,
  { source, message }: HealthCheckResult,
): Promise<number> {
  const now = app.clock.now()
  const own = tx.withTables<OperationTables>()
  const open = await own
    .selectFrom('alarm')
    .selectAll()
    .where('source', '=', source)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()

  const updateOpen = (set: Partial<OperationTables['alarm']>) =>
    own
      .updateTable('alarm')
      .set(set as object)
      .where('source', '=', source)
      .where('cleared_at', 'is', null)
      .execute()

  if (!open) {
    if (message === null) return 0

    await own
      .insertInto('alarm')
      .values({
        id: createId('alm'),
        source,
        said: message,
        raised_at: now,
        seen_at: now,
        told_at: now,
        told_times: 1,
        acknowledged_at: null,
        acknowledged_by: null,
        well_since: null,
        cleared_at: null,
      })
      .execute()

    app.log.error({ source, said: message }, 'an alert was raised')
    await notifyAlertRecipients(tx, app, { source, message, state: 'raised', since: now })

    return 1
  }

  if (message === null) {
    const wellSince = open.well_since ?? now
    const isResolved = now.getTime() - wellSince.getTime() >= RECOVERY_MS
    await updateOpen({ well_since: wellSince, ...(isResolved ? { cleared_at: now } : {}) })
    if (!isResolved) return 0

    await notifyAlertRecipients(tx, app, {
      source,
      message: open.said,
      state: 'over',
      since: open.raised_at,
    })
    return 1
  }

  const isReminderDue =
    !open.acknowledged_at && now.getTime() - open.told_at.getTime() >= REMINDER_INTERVAL_MS
  await updateOpen({
    said: message,
    seen_at: now,
    well_since: null,
    ...(isReminderDue ? { told_at: now, told_times: open.told_times + 1 } : {}),
  })

  if (isReminderDue)
    await notifyAlertRecipients(tx, app, {
      source,
      message,
      state: 'again',
      since: open.raised_at,
    })

  return isReminderDue ? 1 : 0
}
