import type pg from 'pg'
import {
  countOverdueAddresses,
  listDisputedPayments,
  listProviderHealth,
} from '#modules/chains/queries.ts'
import { findGoodCheck, findLastAnchorTime, listChecks } from '#modules/integrity/queries.ts'
import { findFreeze, getChainHealth } from '#modules/ledger/queries.ts'
import { listUnpricedCoins } from '#modules/market/queries.ts'
import { getMailBacklog } from '#modules/notifications/queries.ts'
import {
  countAlerts,
  findBackupReport,
  findLastBackup,
  findLastCheckTime,
  findLogArchive,
} from '#modules/operations/queries.ts'
import { listBreaks } from '#modules/treasury/queries.ts'
import type { App } from '#platform/app.ts'
import { answered } from '#platform/http/log.ts'
import { queueTotals } from '#platform/jobs/job-states.ts'
import { type Measure, measure } from '#platform/monitoring/metrics.ts'
import { moneyMeasures } from './money-metrics.ts'

/** The sources of the metrics: the pool is no service of a command. */
type Measured = Pick<App, 'db' | 'clock' | 'prices' | 'chains' | 'config'> & { pool: pg.Pool }

/**
 * Every metric of a running server that is read on a scrape: a module's query is added here, with
 * its description.
 */
export const measures: readonly Measure<Measured>[] = [
  measure({
    gauges: {
      candor_chain_lag_seconds:
        'Age of the oldest committed journal row that is not in the hash chain; 0 when all are.',
      candor_chain_gap_entries:
        'Numbers missing below the highest chained one: a transaction is open or was rolled back.',
      candor_oldest_transaction_seconds: 'Age of the oldest open transaction in this database.',
      candor_journal_entries: 'The highest journal number.',
    },
    read: async ({ db }) => {
      const health = await getChainHealth(db)
      return {
        candor_chain_lag_seconds: health.lagSeconds,
        candor_chain_gap_entries: Number(health.missingIds),
        candor_oldest_transaction_seconds: health.oldestTransactionSeconds ?? Number.NaN,
        candor_journal_entries: Number(health.highestId),
      }
    },
  }),
  measure({
    gauges: {
      candor_ledger_frozen: 'Whether the ledger is frozen because an invariant is broken: 1 or 0.',
      candor_integrity_problems: 'Problems found by the last integrity check.',
      candor_integrity_check_age_seconds:
        'Age of the last integrity check without a new problem; up to an hour is normal.',
      candor_integrity_checked_seq: 'The highest journal number checked without a problem.',
      candor_reconciliation_breaks_open: 'Unresolved reconciliation breaks.',
    },
    read: async ({ db, clock }) => {
      const [last] = await listChecks(db, 1)
      const good = await findGoodCheck(db)

      return {
        candor_ledger_frozen: (await findFreeze(db)) ? 1 : 0,
        candor_integrity_problems: last?.problems.length ?? 0,
        candor_integrity_check_age_seconds: good
          ? (clock.now().getTime() - good.startedAt.getTime()) / 1000
          : Number.NaN,
        candor_integrity_checked_seq: Number(good?.uptoSeq ?? 0n),
        candor_reconciliation_breaks_open: (await listBreaks(db, { open: true })).length,
      }
    },
  }),
  measure({
    gauges: {
      candor_alerts_open: 'Open alerts, acknowledged or not.',
      candor_alerts_unacknowledged: 'Open alerts that are not acknowledged.',
      candor_watch_age_seconds: 'Age of the last health check by a worker; up to 70 is normal.',
      candor_backup_age_seconds: 'Age of the last verified backup.',
      candor_anchor_age_seconds: 'Age of the last published anchor; up to a day is normal.',
    },
    read: async ({ db, clock }) => {
      const { open, unacknowledged } = await countAlerts(db)
      const computeAgeSeconds = (then: Date | null) =>
        then ? (clock.now().getTime() - then.getTime()) / 1000 : Number.NaN

      return {
        candor_alerts_open: open,
        candor_alerts_unacknowledged: unacknowledged,
        candor_watch_age_seconds: computeAgeSeconds(await findLastCheckTime(db)),
        candor_backup_age_seconds: computeAgeSeconds(await findLastBackup(db)),
        candor_anchor_age_seconds: computeAgeSeconds(await findLastAnchorTime(db)),
      }
    },
  }),
  measure({
    gauges: {
      candor_archive_failing: 'Whether the last try to archive the write-ahead log failed: 1 or 0.',
      candor_archive_age_seconds: 'Age of the last archived segment of the write-ahead log.',
      candor_archive_behind_bytes: 'Write-ahead log that waits for the archive.',
      candor_backup_report_age_seconds: "Age of the database machine's last report about backups.",
      candor_backup_problem: 'Whether that report names a problem of pgBackRest: 1 or 0.',
      candor_backup_disk_free_share:
        "Smallest free share of the database machine's disks for data and backups.",
    },
    read: async ({ db, clock }) => {
      const archive = await findLogArchive(db, clock.now())
      const report = await findBackupReport(db)

      return {
        candor_archive_failing: archive ? Number(archive.isFailing) : Number.NaN,
        candor_archive_age_seconds: archive?.ageSeconds ?? Number.NaN,
        candor_archive_behind_bytes: Number(archive?.behindBytes ?? Number.NaN),
        candor_backup_report_age_seconds: report
          ? (clock.now().getTime() - report.reported_at.getTime()) / 1000
          : Number.NaN,
        candor_backup_problem: report ? Number(report.problem !== null) : Number.NaN,
        candor_backup_disk_free_share: report?.free_share ?? Number.NaN,
      }
    },
  }),
  measure({
    gauges: {
      candor_prices_missing: 'Coins without a price, because no two feeds agree.',
    },
    read: async (app) => ({ candor_prices_missing: (await listUnpricedCoins(app)).length }),
  }),
  measure({
    gauges: {
      candor_chain_providers_silent: 'Providers of chains without an answer that counts.',
      candor_chain_providers_behind: 'Providers whose chain ends before the blocks that are known.',
      candor_chain_payments_disputed: 'Payments on chain that providers do not agree on.',
      candor_chain_addresses_overdue: 'Watched addresses whose check is over five minutes late.',
    },
    read: async (app: Pick<Measured, 'db' | 'clock' | 'chains'>) => {
      const health = await listProviderHealth(app, app.db)
      const read = health.filter((one) => one.answeredAt !== null || one.problem !== null)

      return {
        candor_chain_providers_silent: read.filter((one) => one.status === 'silent').length,
        candor_chain_providers_behind: read.filter((one) => one.status === 'behind').length,
        candor_chain_payments_disputed: (await listDisputedPayments(app, app.db)).length,
        candor_chain_addresses_overdue: await countOverdueAddresses(app, app.db),
      }
    },
  }),
  measure({
    gauges: {
      candor_jobs_waiting: 'Jobs that are due or scheduled.',
      candor_jobs_active: 'Jobs that run.',
      candor_jobs_retrying: 'Failed jobs with an automatic retry.',
      candor_jobs_failed: 'Jobs that failed for good.',
      candor_jobs_oldest_waiting_seconds: 'Waiting time of the oldest due job.',
      candor_mail_waiting: 'Unsent emails.',
    },
    read: async ({ db }) => {
      const { waiting, active, retrying, failed, oldestWaitingMs } = await queueTotals(db)
      return {
        candor_jobs_waiting: waiting,
        candor_jobs_active: active,
        candor_jobs_retrying: retrying,
        candor_jobs_failed: failed,
        candor_jobs_oldest_waiting_seconds: oldestWaitingMs / 1000,
        candor_mail_waiting: (await getMailBacklog(db)).count,
      }
    },
  }),
  ...moneyMeasures,
  measure({
    gauges: {
      candor_database_connections_max: 'Database connections that this process may open.',
      candor_database_connections_open: 'Database connections of this process.',
      candor_database_connections_idle: 'Open connections that no work uses.',
      candor_database_waiting: 'Work of this process that waits for a connection.',
    },
    read: async ({ pool, config }: Pick<Measured, 'pool' | 'config'>) => ({
      candor_database_connections_max: config.DATABASE_POOL,
      candor_database_connections_open: pool.totalCount,
      candor_database_connections_idle: pool.idleCount,
      candor_database_waiting: pool.waitingCount,
    }),
  }),
  measure({
    gauges: {
      candor_http_answers_total: 'Requests answered by this process.',
      candor_http_failures_total: 'Requests answered with 5xx.',
      candor_http_too_many_total: 'Requests answered with 429.',
    },
    read: async () => ({
      candor_http_answers_total: answered.all,
      candor_http_failures_total: answered.failed,
      candor_http_too_many_total: answered.refusedAsTooMany,
    }),
  }),
]
