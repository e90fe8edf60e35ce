import type { App } from '#platform/app.ts'
import { isOutage } from '#platform/db/connection-errors.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { CHECK_TIMEOUT_MS } from '../model.ts'
import type { HealthCheck } from '../queries/backup-checks.ts'
import { healthChecks } from '../queries/health-checks.ts'
import { type HealthCheckResult, updateAlert } from '../steps/update-alert.ts'
import type { OperationTables } from '../tables.ts'

/**
 * Runs the health checks and notifies the recipients of an alert: at once, then each hour until a
 * staff member acknowledges it, and once more when it is resolved. A check that throws or times out
 * raises an alert itself. Throws while the database is away: the job runs again, and no check is
 * blamed for it.
 */
export async function runHealthChecks(
  app: App,
  checks: Record<string, HealthCheck> = healthChecks,
): Promise<void> {
  // This run shows that a worker is back, whatever the checks find.
  const results: HealthCheckResult[] = [{ source: 'watch-silent', message: null }]
  for (const [source, check] of Object.entries(checks))
    results.push({ source, message: await runHealthCheck(app, source, check) })

  const changed = await runInTransaction(app.db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    // The lock serialises workers that run the checks at the same time.
    await own.selectFrom('alert_watch').select('single_row').forUpdate().execute()

    let hasNotified = false
    for (const result of results) if (await updateAlert(app, tx, result)) hasNotified = true

    await own.updateTable('alert_watch').set({ checked_at: app.clock.now() }).execute()

    return hasNotified
  })

  if (changed) app.events.publish(STAFF, 'alerts')
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
    if (isOutage(error)) throw error
    app.log.error({ err: error, source }, 'a health check failed to run')
    return 'The check failed to run. The log states the reason.'
  } finally {
    clearTimeout(timer)
  }
}
