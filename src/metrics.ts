import { findGoodCheck, findLastAnchorTime, listChecks } from '#modules/integrity/queries.ts'
import { findFreeze, getChainHealth } from '#modules/ledger/queries.ts'
import { listPriceless } from '#modules/market/queries.ts'
import { getMailBacklog } from '#modules/notifications/queries.ts'
import { countAlerts, findLastBackup, findLastCheckTime } from '#modules/operations/queries.ts'
import { listBreaks } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import { answered } from '#platform/http/log.ts'
import { queueTotals } from '#platform/jobs/job-states.ts'
import { type Measure, measure } from '#platform/monitoring/metrics.ts'

/**
 * Every domain metric of a running server: a module's query is added here, with its description.
 */
export const measures: readonly Measure<Pick<App, 'db' | 'clock' | 'prices'>>[] = [
  measure({
    gauges: {
      candor_seal_lag_seconds:
        'How long the oldest committed journal row that is not sealed has been written; 0 ' +
        'when all are.',
      candor_seal_gap_entries:
        'Numbers below the highest sealed one that are missing: a transaction is still ' +
        'open, or was rolled back.',
      candor_oldest_transaction_seconds:
        'Age of the oldest transaction that is open in this database.',
      candor_journal_entries: 'The highest number a journal row has.',
    },
    read: async ({ db }) => {
      const health = await getChainHealth(db)
      return {
        candor_seal_lag_seconds: health.lagSeconds,
        candor_seal_gap_entries: Number(health.gapEntries),
        candor_oldest_transaction_seconds: health.oldestTransactionSeconds ?? Number.NaN,
        candor_journal_entries: Number(health.highestEntry),
      }
    },
  }),
  measure({
    gauges: {
      candor_books_frozen: 'Whether money is stopped because an invariant is broken: 1 or 0.',
      candor_books_problems: 'What the last look at the books found wrong.',
      candor_books_checked_age_seconds:
        'Since the books were last looked at and nothing new was wrong; up to an hour is normal.',
      candor_books_checked_seq: 'The last journal number up to which nothing was found wrong.',
      candor_books_breaks_open: 'Differences with the outside that are not cleared up yet.',
    },
    read: async ({ db, clock }) => {
      const [last] = await listChecks(db, 1)
      const good = await findGoodCheck(db)

      return {
        candor_books_frozen: (await findFreeze(db)) ? 1 : 0,
        candor_books_problems: last?.problems.length ?? 0,
        candor_books_checked_age_seconds: good
          ? (clock.now().getTime() - good.startedAt.getTime()) / 1000
          : Number.NaN,
        candor_books_checked_seq: Number(good?.uptoSeq ?? 0n),
        candor_books_breaks_open: (await listBreaks(db, { open: true })).length,
      }
    },
  }),
  measure({
    gauges: {
      candor_alarms_open: 'Things that are wrong at this moment, acknowledged or not.',
      candor_alarms_unacknowledged: 'Those that nobody has taken on.',
      candor_watch_age_seconds: 'Since a worker last looked after everything; up to 70 is normal.',
      candor_backup_age_seconds: 'Since the last backup that was read again was begun.',
      candor_witness_age_seconds:
        'Since the head of the books was last told outside; up to a day is normal.',
    },
    read: async ({ db, clock }) => {
      const { open, unacknowledged } = await countAlerts(db)
      const computeAgeSeconds = (then: Date | null) =>
        then ? (clock.now().getTime() - then.getTime()) / 1000 : Number.NaN

      return {
        candor_alarms_open: open,
        candor_alarms_unacknowledged: unacknowledged,
        candor_watch_age_seconds: computeAgeSeconds(await findLastCheckTime(db)),
        candor_backup_age_seconds: computeAgeSeconds(await findLastBackup(db)),
        candor_witness_age_seconds: computeAgeSeconds(await findLastAnchorTime(db)),
      }
    },
  }),
  measure({
    gauges: {
      candor_prices_missing:
        'Coins that nothing is quoted in, because no two feeds agree on a price.',
    },
    read: async (app) => ({ candor_prices_missing: (await listPriceless(app)).length }),
  }),
  measure({
    gauges: {
      candor_jobs_failed: 'Jobs that were given up.',
      candor_jobs_oldest_waiting_seconds:
        'How long the oldest job that is due has waited to be begun.',
      candor_mail_waiting: 'Mails that have not left.',
    },
    read: async ({ db }) => {
      const { failed, oldestWaitingMs } = await queueTotals(db)
      return {
        candor_jobs_failed: failed,
        candor_jobs_oldest_waiting_seconds: oldestWaitingMs / 1000,
        candor_mail_waiting: (await getMailBacklog(db)).count,
      }
    },
  }),
  measure({
    gauges: {
      candor_http_answers_total: 'Requests that this process has answered.',
      candor_http_failures_total: 'Those that it answered with 5xx.',
      candor_http_too_many_total: 'Those that it answered with 429.',
      candor_http_seconds_total: 'The time that all of them took together.',
    },
    read: async () => ({
      candor_http_answers_total: answered.all,
      candor_http_failures_total: answered.failed,
      candor_http_too_many_total: answered.refusedAsTooMany,
      candor_http_seconds_total: answered.seconds,
    }),
  }),
]
