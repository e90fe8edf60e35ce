import { sql } from 'kysely'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findGoodCheck, findLastAnchorTime } from '#modules/integrity/queries.ts'
import { findFreeze, getChainHealth } from '#modules/ledger/queries.ts'
import { listUnpricedCoins } from '#modules/market/queries.ts'
import { getMailBacklog } from '#modules/notifications/queries.ts'
import { listBreaks } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import { readFreeShare } from '#platform/files/disk.ts'
import { queueTotals } from '#platform/jobs/job-states.ts'
import { LIMITS, type Source } from '../model.ts'
import { findLastBackup } from '../queries.ts'

/** Answers what is wrong in a sentence for a person, or null while all is well. */
export type HealthCheck = (app: App) => Promise<string | null>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A length of time as people say it. */
function formatDuration(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} minutes`
  return ms < 72 * HOUR_MS
    ? `${Math.round(ms / HOUR_MS)} hours`
    : `${Math.round(ms / (24 * HOUR_MS))} days`
}
const computeAge = ({ clock }: App, then: Date) => clock.now().getTime() - then.getTime()

/** Every source but the silence of the watch itself, which it can't see. */
export const healthChecks: Record<Exclude<Source, 'watch-silent'>, HealthCheck> = {
  'ledger-frozen': async ({ db }) => {
    const freeze = await findFreeze(db)
    return (
      freeze &&
      'A check found what must never be. No money moves until two admins have looked into it.'
    )
  },
  'books-unsealed': async ({ db }) => {
    const { lagSeconds } = await getChainHealth(db)
    return lagSeconds > LIMITS.chainLagSeconds
      ? `A row of the journal has waited for its seal for ${Math.round(lagSeconds)} seconds.`
      : null
  },
  'books-unchecked': async (app) => {
    const good = await findGoodCheck(app.db)
    if (!good) return null

    const age = computeAge(app, good.startedAt)
    return age > LIMITS.uncheckedMs
      ? `The last good look at the books was ${formatDuration(age)} ago.`
      : null
  },
  'breaks-overdue': async ({ db, clock }) => {
    const { length } = await listBreaks(db, { open: true, dueBy: clock.now() })
    return length > 0 ? `${length} differences between the books and outside are overdue.` : null
  },
  'jobs-failed': async ({ db }) => {
    const { failed } = await queueTotals(db)
    return failed > 0
      ? `${failed} jobs failed as often as they may be tried. See the screen Jobs.`
      : null
  },
  'jobs-late': async ({ db }) => {
    const { oldestWaitingMs: age } = await queueTotals(db)
    return age > LIMITS.jobLateMs
      ? `A job has waited for ${formatDuration(age)} without being begun.`
      : null
  },
  'mail-unsent': async (app) => {
    const { count, since } = await getMailBacklog(app.db)
    const age = since ? computeAge(app, since) : 0
    return age > LIMITS.mailUnsentMs
      ? `${count} mails wait, the oldest for ${formatDuration(age)}.`
      : null
  },
  'backup-old': async (app) => {
    const last = await findLastBackup(app.db)
    const most = app.config.BACKUP_MAX_HOURS * 3_600_000

    if (!last)
      return app.config.MODE === 'live' ? 'There has never been a backup: npm run backup.' : null

    const age = computeAge(app, last)
    return age > most ? `The last backup was made ${formatDuration(age)} ago.` : null
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
      ? `${Math.floor(free * 100)} % of the disk below DATA_DIR are left.`
      : null
  },
  'prices-silent': async (app) => {
    const now = app.clock.now().getTime()
    const before = pricelessSince.get(app.prices) ?? new Map<string, number>()
    const since = new Map(
      (await listUnpricedCoins(app)).map((coin) => [coin, before.get(coin) ?? now]),
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
  'witness-late': async (app) => {
    const last = await findLastAnchorTime(app.db)
    if (last && computeAge(app, last) > LIMITS.anchorAgeMs)
      return (
        `The head of the books was last told outside ${formatDuration(computeAge(app, last))} ago: it ` +
        'is told each day.'
      )

    const { count, since } = await getMailBacklog(app.db, 'ledger-anchor')

    return since && computeAge(app, since) > LIMITS.anchorAgeMs
      ? `${count} mails with a day’s head of the books have not left within their day.`
      : null
  },
  'admin-reset': async (app) => {
    const [last] = await listAuditEvents(app.db, { action: 'staff.access-reset', limit: 1 })
    if (!last || computeAge(app, last.at) > LIMITS.letInMs) return null
    return (
      `The access of ${last.details.about} was reset on the server itself ` +
      `${formatDuration(computeAge(app, last.at))} ago.`
    )
  },
}

/**
 * Since when this process has found no price of a coin, look by look; a new process knows nothing
 * yet.
 */
const pricelessSince = new WeakMap<App['prices'], Map<string, number>>()
