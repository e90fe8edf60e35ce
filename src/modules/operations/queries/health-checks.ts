import { listKeyGenerations } from '#modules/approvals/queries.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import {
  listAddressProblems,
  listDisputedPayments,
  listFailingProviders,
} from '#modules/chains/queries.ts'
import { listVanishedCredits } from '#modules/deposits/queries.ts'
import { CHECK_OVERDUE_MS } from '#modules/integrity/model.ts'
import { findGoodCheck, findLastAnchorTime } from '#modules/integrity/queries.ts'
import { findFreeze, getChainHealth } from '#modules/ledger/queries.ts'
import { listUnpricedCoins } from '#modules/market/queries.ts'
import { getMailBacklog } from '#modules/notifications/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { findPublishedEpoch, listWitnessProblems } from '#modules/transparency/queries.ts'
import { listBreaks } from '#modules/treasury/queries.ts'
import { countOverdueWithdrawals } from '#modules/withdrawals/queries.ts'
import type { App } from '#platform/app.ts'
import { readFreeShare } from '#platform/files/disk.ts'
import { FileMissing, FileStorageUnavailable } from '#platform/files/files.ts'
import { queueTotals } from '#platform/jobs/job-states.ts'
import { formatDuration, LIMITS, type Source } from '../model.ts'
import { backupChecks, type HealthCheck } from './backup-checks.ts'

const computeAge = ({ clock }: App, then: Date) => clock.now().getTime() - then.getTime()

/** The health checks by source; a silent worker can't be detected by the worker itself. */
export const healthChecks: Record<Exclude<Source, 'watch-silent'>, HealthCheck> = {
  'ledger-frozen': async ({ db }) => {
    const freeze = await findFreeze(db)
    return (
      freeze && 'An integrity check failed. No money can move until two admins lift the freeze.'
    )
  },
  'journal-unchained': async ({ db }) => {
    const { lagSeconds } = await getChainHealth(db)
    return lagSeconds > LIMITS.chainLagSeconds
      ? `A journal row has been waiting for the hash chain for ${Math.round(lagSeconds)} seconds.`
      : null
  },
  'ledger-unchecked': async (app) => {
    const lastPassed = await findGoodCheck(app.db)
    if (!lastPassed) return null

    const age = computeAge(app, lastPassed.startedAt)
    return age > CHECK_OVERDUE_MS
      ? `The last integrity check that passed was ${formatDuration(age)} ago.`
      : null
  },
  'breaks-overdue': async ({ db, clock }) => {
    const { length } = await listBreaks(db, { open: true, dueBy: clock.now() })
    return length > 0
      ? `Overdue differences between external balances and the ledger: ${length}.`
      : null
  },
  'credited-payment-gone': async ({ db, clock }) => {
    const ids = await listVanishedCredits(db, clock.now())
    return ids.length > 0
      ? 'The blockchain no longer shows a payment that was credited. Nothing is debited by ' +
          `itself. Check the deposits and reverse those that are lost: ${ids.join(', ')}.`
      : null
  },
  // not in the sandbox: its sample withdrawal is days old, and its business date is moved by hand
  'withdrawals-late': async ({ db, config, clock }) => {
    if (config.MODE !== 'live') return null
    const { statedHours } = await getSetting(db, config, 'withdrawals')
    const count = await countOverdueWithdrawals(db, statedHours, clock.now())
    if (count === 0) return null
    const late = count === 1 ? '1 withdrawal is' : `${count} withdrawals are`
    return (
      `${late} open for longer than the processing time of ${statedHours} hours ` +
      'shown to members.'
    )
  },
  'jobs-failed': async ({ db }) => {
    const { failed } = await queueTotals(db)
    return failed > 0 ? `Jobs that failed after all retries: ${failed}. See the Jobs screen.` : null
  },
  'jobs-overdue': async ({ db }) => {
    const { oldestWaitingMs: age } = await queueTotals(db)
    return age > LIMITS.jobDelayMs
      ? `A job has been due for ${formatDuration(age)} and hasn’t started.`
      : null
  },
  'mail-unsent': async (app) => {
    const { count, since } = await getMailBacklog(app.db)
    const age = since ? computeAge(app, since) : 0
    return age > LIMITS.mailUnsentMs
      ? `Emails waiting: ${count}, the oldest for ${formatDuration(age)}.`
      : null
  },
  ...backupChecks,
  'payment-addresses': async (app) => {
    const problems = await listAddressProblems(app)
    return problems.length > 0 ? problems.join(' ') : null
  },
  'disk-full': async ({ config }) => {
    const free = await readFreeShare(config.DATA_DIR)
    return free < LIMITS.freeShare
      ? `The disk of DATA_DIR has ${Math.floor(free * 100)}% free.`
      : null
  },
  'files-unreachable': async ({ config, files }) => {
    if (!config.S3_BUCKET) return null

    const problem = await files.read(MISSING_FILE).catch((error: unknown) => error)
    if (problem instanceof FileMissing) return null
    if (problem instanceof FileStorageUnavailable)
      return `${problem.message} Uploads and downloads are unavailable.`

    throw problem
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
      `No two price feeds agree on ${silent.join(', ')}. New quotes, late deposits and ` +
      'payouts in it are on hold.'
    )
  },
  'providers-silent': async (app) => {
    const failing = await listFailingProviders(app, app.db)
    if (failing.length === 0) return null

    const named = failing.map(({ name, status, problem }) => {
      const detail = problem ? ` (${problem})` : ''
      return `${name} is ${status}${detail}`
    })
    return `${named.join('; ')}. Its payments on chain are not known until it answers again.`
  },
  'payments-disputed': async (app) => {
    const disputed = await listDisputedPayments(app, app.db)
    if (disputed.length === 0) return null
    const ids = disputed.map(({ txid }) => txid.slice(0, 16))
    return `Providers don’t agree on payments on chain: ${ids.slice(0, 10).join(', ')}.`
  },
  'anchor-overdue': async (app) => {
    const last = await findLastAnchorTime(app.db)
    const age = last ? computeAge(app, last) : 0
    if (age > LIMITS.anchorAgeMs)
      return (
        `The last anchor of the ledger was written ${formatDuration(age)} ago. ` +
        'One is due each day.'
      )

    const { count, since } = await getMailBacklog(app.db, 'ledger-anchor')

    return since && computeAge(app, since) > LIMITS.anchorAgeMs
      ? `Checkpoint emails not sent within a day: ${count}.`
      : null
  },
  'log-witnesses': async (app) => {
    const problems = await listWitnessProblems(app, app.db)
    return problems.length > 0 ? problems.join(' ') : null
  },
  'proof-overdue': async (app) => {
    const last = await findPublishedEpoch(app.db)
    const age = last ? computeAge(app, last.publishedAt) : 0
    return age > LIMITS.proofAgeMs
      ? `The last proof of liabilities was published ${formatDuration(age)} ago. ` +
          'One is due each day.'
      : null
  },
  'admin-reset': async (app) => {
    const [last] = await listAuditEvents(app.db, { action: 'staff.access-reset', limit: 1 })
    if (!last || computeAge(app, last.at) > LIMITS.accessResetMs) return null
    return (
      `The access of ${last.details.about} was reset on the server ` +
      `${formatDuration(computeAge(app, last.at))} ago.`
    )
  },
  'approval-keys-reset': async (app) => {
    const [last] = await listKeyGenerations(app.db)
    if (!last || computeAge(app, last.startedAt) > LIMITS.keysResetMs) return null
    return (
      'The owner of the database ended all approval keys ' +
      `${formatDuration(computeAge(app, last.startedAt))} ago: ${last.reason}`
    )
  },
}

/** A key that no upload has: that it is missing is the answer of a bucket that can be used. */
const MISSING_FILE = 'health_check'

/**
 * The time since which this process has found no price of a coin. The state is in memory: it starts
 * empty in a new process.
 */
const pricelessSince = new WeakMap<App['prices'], Map<string, number>>()
