import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { LOOK_MS, REMINDER_INTERVAL_MS, WELL_MS } from '../model.ts'
import { type HealthCheck, healthChecks } from '../queries/health-checks.ts'
import { notifyAlertRecipients } from '../steps/notify-alert-recipients.ts'
import type { OperationTables } from '../tables.ts'

type HealthCheckResult = { source: string; message: string | null }

/**
 * Looks at everything that could be wrong and tells a person: at once, then each hour until
 * somebody has acknowledged it, and once more when it is over. What can't be looked at, or doesn't
 * answer, is wrong itself.
 */
export async function runHealthChecks(
  app: App,
  all: Record<string, HealthCheck> = healthChecks,
): Promise<void> {
  const results: HealthCheckResult[] = []
  for (const [source, check] of Object.entries(all))
    results.push({ source, message: await runHealthCheck(app, source, check) })

  const changed = await runInTransaction(app.db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    // one watch at a time
    await own.selectFrom('alarm_watch').select('single_row').forUpdate().execute()

    let notifiedCount = 0
    for (const one of results) notifiedCount += await updateAlert(app, tx, one)
    await own.updateTable('alarm_watch').set({ looked_at: app.clock.now() }).execute()

    return notifiedCount > 0
  })

  if (changed) app.events.publish(STAFF, 'alarms')
}

async function runHealthCheck(app: App, source: string, look: HealthCheck): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('It does not answer: nobody knows how it is.'), LOOK_MS)
  })

  try {
    return await Promise.race([look(app), silence])
  } catch (error) {
    app.log.error({ err: error, source }, 'something can not be looked at')
    return 'It can’t be looked at: nobody knows how it is. The log says why.'
  } finally {
    clearTimeout(timer)
  }
}

type Tx = Parameters<typeof notifyAlertRecipients>[0]

/** Answers how many times somebody was told. */
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

  const change = (set: Partial<OperationTables['alarm']>) =>
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

    app.log.error({ source, said: message }, 'an alarm was raised')
    await notifyAlertRecipients(tx, app, { source, message, state: 'raised', since: now })

    return 1
  }

  if (message === null) {
    const well = open.well_since ?? now
    const over = now.getTime() - well.getTime() >= WELL_MS
    await change({ well_since: well, ...(over ? { cleared_at: now } : {}) })
    if (!over) return 0
    await notifyAlertRecipients(tx, app, {
      source,
      message: open.said,
      state: 'over',
      since: open.raised_at,
    })
    return 1
  }

  const again =
    !open.acknowledged_at && now.getTime() - open.told_at.getTime() >= REMINDER_INTERVAL_MS
  await change({
    said: message,
    seen_at: now,
    well_since: null,
    ...(again ? { told_at: now, told_times: open.told_times + 1 } : {}),
  })

  if (again)
    await notifyAlertRecipients(tx, app, {
      source,
      message,
      state: 'again',
      since: open.raised_at,
    })

  return again ? 1 : 0
}
