import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findGoodCheck, findLastAnchorTime } from '#modules/integrity/queries.ts'
import { findFreeze, getChainHealth } from '#modules/ledger/queries.ts'
import { listUnpricedCoins } from '#modules/market/queries.ts'
import { getMailBacklog } from '#modules/notifications/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { listBreaks } from '#modules/treasury/queries.ts'
import { countOverdueWithdrawals } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { readFreeShare } from '#platform/files/disk.ts'
import { queueTotals } from '#platform/jobs/job-states.ts'
import { LIMITS, type Source } from '../model.ts'
import { findLastBackup } from '../queries.ts'

/** Returns a sentence that describes the problem, or null when the check passes. */
export type HealthCheck = (app: App) => Promise<string | null>

/** Formats milliseconds in the largest fitting unit: minutes, hours or days. */
function formatDuration(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} minutes`
  return ms < 72 * HOUR_MS
    ? `${Math.round(ms / HOUR_MS)} hours`
    : `${Math.round(ms / (24 * HOUR_MS))} days`
}
const computeAge = ({ clock }: App, then: Date) => clock.now().getTime() - then.getTime()

/** The health checks by source; a silent worker can't be detected by the worker itself. */
export const healthChecks: Record<Exclude<Source, 'watch-silent'>, HealthCheck> = {
  'ledger-frozen': async ({ db }) => {
    const freeze = await findFreeze(db)
    return freeze && 'An integrity check failed. No money moves until two admins end the freeze.'
  },
  'journal-unchained': async ({ db }) => {
    const { lagSeconds } = await getChainHealth(db)
    return lagSeconds > LIMITS.chainLagSeconds
      ? `A journal row has waited for the hash chain for ${Math.round(lagSeconds)} seconds.`
      : null
  },
  'ledger-unchecked': async (app) => {
    const lastPassed = await findGoodCheck(app.db)
    if (!lastPassed) return null

    const age = computeAge(app, lastPassed.startedAt)
    return age > LIMITS.uncheckedMs
      ? `The last integrity check that passed was ${formatDuration(age)} ago.`
      : null
  },
  'breaks-overdue': async ({ db, clock }) => {
    const { length } = await listBreaks(db, { open: true, dueBy: clock.now() })
    return length > 0 ? `${length} differences between the books and outside are overdue.` : null
  },
  // not in the sandbox: its sample withdrawal is days old, and its business date is moved by hand
  'withdrawals-late': async ({ db, config, clock }) => {
    if (config.MODE !== 'live') return null
    const { statedHours } = await getSetting(db, config, 'withdrawals')
    const count = await countOverdueWithdrawals(db, statedHours, clock.now())
    if (count === 0) return null
    const late = count === 1 ? '1 withdrawal is' : `${count} withdrawals are`
    return `${late} open for longer than the ${statedHours} hours that members read.`
  },
  'jobs-failed': async ({ db }) => {
    const { failed } = await queueTotals(db)
    return failed > 0
      ? `${failed} jobs failed after all their attempts. See the screen Jobs.`
      : null
  },
  'jobs-overdue': async ({ db }) => {
    const { oldestWaitingMs: age } = await queueTotals(db)
    return age > LIMITS.jobDelayMs
      ? `A job has been due for ${formatDuration(age)} without being started.`
      : null
  },
  'mail-unsent': async (app) => {
    const { count, since } = await getMailBacklog(app.db)
    const age = since ? computeAge(app, since) : 0
    return age > LIMITS.mailUnsentMs
      ? `${count} mails are waiting, the oldest for ${formatDuration(age)}.`
      : null
  },
  'backup-old': async (app) => {
    const last = await findLastBackup(app.db)
    const maxAgeMs = app.config.BACKUP_MAX_HOURS * HOUR_MS

    if (!last)
      return app.config.MODE === 'live' ? 'There has never been a backup: npm run backup.' : null

    const age = computeAge(app, last)
    return age > maxAgeMs ? `The last backup was made ${formatDuration(age)} ago.` : null
  },
  'log-archive': async ({ db }) => {
    const { rows } = await sql<{ failing: boolean }>`
      select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as
      failing
      from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(db)

    return rows[0]?.failing
      ? 'The database can’t copy its log to the archive: nothing after the last copy could be ' +
          'restored.'
      : null
  },
  'disk-full': async ({ config }) => {
    const free = await readFreeShare(config.DATA_DIR)
    return free < LIMITS.freeShare
      ? `${Math.floor(free * 100)} % of the disk of DATA_DIR is free.`
      : null
  },
  'prices-silent': async (app) => {
    const now = app.clock.now().getTime()
    const previous = pricelessSince.get(app.prices) ?? new Map<string, number>()
    const since = new Map(
      (await listUnpricedCoins(app)).map((coin) => [coin, previous.get(coin) ?? now]),
    )

    pricelessSince.set(app.prices, since)

    const silent = [...since.keys()].filter(
      (coin) => now - (since.get(coin) ?? now) >= LIMITS.pricelessMs,
    )
    if (silent.length === 0) return null

    return (
      `No two feeds agree on a price of ${silent.join(', ')}: nothing is quoted, deposited ` +
      'late or paid out in it.'
    )
  },
  'anchor-overdue': async (app) => {
    const last = await findLastAnchorTime(app.db)
    const age = last ? computeAge(app, last) : 0
    if (age > LIMITS.anchorAgeMs)
      return (
        `The last anchor of the books was published ${formatDuration(age)} ago. ` +
        'One is published each day.'
      )

    const { count, since } = await getMailBacklog(app.db, 'ledger-anchor')

    return since && computeAge(app, since) > LIMITS.anchorAgeMs
      ? `${count} mails with an anchor of the books were not sent within a day.`
      : null
  },
  'admin-reset': async (app) => {
    const [last] = await listAuditEvents(app.db, { action: 'staff.access-reset', limit: 1 })
    if (!last || computeAge(app, last.at) > LIMITS.accessResetMs) return null
    return (
      `The access of ${last.details.about} was reset on the server itself ` +
      `${formatDuration(computeAge(app, last.at))} ago.`
    )
  },
}

/**
 * The time since which this process has found no price of a coin. The state is in memory: it starts
 * empty in a new process.
 */
const pricelessSince = new WeakMap<App['prices'], Map<string, number>>()
