import { join } from 'node:path'
import type pg from 'pg'
import { invariant } from '#lib/invariant.ts'
import { markLive } from '#modules/approvals/commands/mark-live.ts'
import { getSecondAdminThreshold } from '#modules/approvals/model.ts'
import { tightenApproval } from '#modules/ledger/commands/tighten-approval.ts'
import { openPrices } from '#modules/market/adapters/market-prices.ts'
import { listPaymentMethods } from '#modules/settings/queries.ts'
import { createReportCache } from '#modules/transparency/queries.ts'
import { noOutside } from '#modules/treasury/adapters/outside-balances.ts'
import { createSimulatedOutside } from '#modules/treasury/adapters/simulated-outside.ts'
import type { App } from '#platform/app.ts'
import { followBusinessDate, readClockOffset } from '#platform/business-clock.ts'
import { createSystemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { assertMode } from '#platform/db/mode.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { createSharedEvents } from '#platform/events/shared-events.ts'
import { createDiskFiles } from '#platform/files/files.ts'
import { createTransactionalJobs } from '#platform/jobs/jobs.ts'
import { openMail } from '#platform/mail/mail.ts'
import { openLog } from '#platform/monitoring/log.ts'

const LOCK_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000

export type OpenOptions = {
  role?: 'candor_app' | 'candor_read'
  /** Whether other processes run next to this one and have to receive its events. */
  apart?: boolean
}
export type OpenApp = { app: App; pool: pg.Pool; close(): Promise<void> }

/**
 * Opens everything that commands use, on a migrated database and with a role that owns no tables.
 */
export async function openApp(
  config: Config,
  { role = 'candor_app', apart = false }: OpenOptions = {},
): Promise<OpenApp> {
  invariant(config.DATABASE_URL, 'a database is named before the app opens')

  const { db, pool } = openDb({
    url: config.DATABASE_URL,
    role,
    poolSize: config.DATABASE_POOL,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })

  await assertMode(db, config.MODE).catch(async (error) => {
    await db.destroy()
    throw error
  })
  if (config.MODE === 'live' && role === 'candor_app') await tightenForLive(db)

  const shared = apart ? createSharedEvents(config.DATABASE_URL, pool) : undefined
  const clock = createSystemClock(config.MODE === 'sandbox' ? await readClockOffset(db) : 0)
  const mail = openMail(config, db, clock)
  const log = openLog(config.LOG_LEVEL)
  const app: App = {
    config,
    db,
    clock,
    mail,
    log,
    jobs: createTransactionalJobs(),
    files: createDiskFiles(join(config.DATA_DIR, 'files')),
    anchors: createDiskFiles(config.ANCHOR_DIR ?? join(config.DATA_DIR, 'anchors')),
    prices: openPrices(config, { clock, log }),
    reportCache: createReportCache(clock),
    outside: config.MODE === 'sandbox' ? createSimulatedOutside(db, clock) : noOutside,
    events: shared ?? createLocalEvents(),
  }

  const following = apart && config.MODE === 'sandbox' ? followBusinessDate(db, clock) : undefined

  return {
    app,
    pool,
    close: async () => {
      following?.stop()
      mail.close()
      await shared?.close()
      await db.destroy()
    },
  }
}

/**
 * Makes the ledger require a second admin for every adjustment in live mode, independently of the
 * code above it.
 */
async function tightenForLive(db: Db): Promise<void> {
  await markLive({ db })

  const from = getSecondAdminThreshold('balance.adjust', 'live')
  if (from !== null) await tightenApproval({ db }, { transferType: 'adjusted', from })
}

/**
 * Logs payment methods without a receiving address. Live mode starts without addresses, because
 * only its owners can enter them, under four eyes; until then these methods aren't offered.
 */
export async function logClosedMethods(app: Opening): Promise<void> {
  const methods = await listPaymentMethods(app.db, app.config, app.clock.now())
  const closed = methods.filter(({ address }) => !address).map(({ label }) => label)

  if (closed.length > 0)
    app.log.warn(
      { closed },
      'no receiving address: members can’t deposit with these until owners enter one',
    )
}

type Opening = Pick<App, 'db' | 'clock'> & {
  config: Pick<Config, 'MODE' | 'OPERATOR_NAME'>
  log: Pick<App['log'], 'warn'>
}
