import type pg from 'pg'
import { invariant } from '#lib/invariant.ts'
import { markLive } from '#modules/approvals/commands/mark-live.ts'
import { getSecondAdminThreshold } from '#modules/approvals/model.ts'
import { openChains } from '#modules/chains/adapters/open-chains.ts'
import { tightenApproval } from '#modules/ledger/commands/tighten-approval.ts'
import { openPrices } from '#modules/market/adapters/market-prices.ts'
import { listPaymentMethods } from '#modules/settings/queries.ts'
import { createReportCache } from '#modules/transparency/queries.ts'
import { createChainOutside } from '#modules/treasury/adapters/chain-outside.ts'
import { noOutside } from '#modules/treasury/adapters/outside-balances.ts'
import { createSimulatedOutside } from '#modules/treasury/adapters/simulated-outside.ts'
import type { App } from '#platform/app.ts'
import { followBusinessDate, readClockOffset } from '#platform/business-clock.ts'
import { createSystemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { assertMode } from '#platform/db/mode.ts'
import { logSlowStatements } from '#platform/db/slow-statements.ts'
import { assertWatcherApart } from '#platform/db/watcher-role.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { createSharedEvents } from '#platform/events/shared-events.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { createTransactionalJobs } from '#platform/jobs/jobs.ts'
import { openMail } from '#platform/mail/mail.ts'
import { type Logger, openLog } from '#platform/monitoring/log.ts'

const LOCK_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000

export type OpenOptions = {
  /** 'owner': none, so that the login acts as itself; for what its owner alone may. */
  role?: 'candor_app' | 'candor_read' | 'owner'
  /** True if other processes run next to this one and have to receive its events. */
  apart?: boolean
  /** True if this process runs the jobs, which watch the chains. */
  watches?: boolean
  /** Marks the first start with MODE=live in the database; the default. */
  marksLive?: boolean
}
export type OpenApp = { app: App; pool: pg.Pool; close(): Promise<void> }

/**
 * Opens everything that commands use, on a migrated database and with a role that owns no tables.
 */
export async function openApp(
  config: Config,
  { role = 'candor_app', apart = false, watches = false, marksLive = true }: OpenOptions = {},
): Promise<OpenApp> {
  invariant(config.DATABASE_URL, 'a database is named before the app opens')

  const log = openLog(config.LOG_LEVEL)
  const { db, pool } = openDb({
    url: config.DATABASE_URL,
    ...(role === 'owner' ? {} : { role }),
    onReachability: (problem) => logReachability(log, problem),
    poolSize: config.DATABASE_POOL,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onStatement: logSlowStatements(log, config.SLOW_STATEMENT_MS),
  })

  const watcherDb = openWatcherDb(config)

  try {
    await assertMode(db, config.MODE)
    if (config.MODE === 'live' && role === 'candor_app' && marksLive) await tightenForLive(db)
    if (config.MODE === 'live' && watches) await assertWatcherApart(db, watcherDb)
    const offsetDays = config.MODE === 'sandbox' ? await readClockOffset(db) : 0

    return openServices(config, {
      db,
      watcherDb,
      pool,
      log,
      url: config.DATABASE_URL,
      offsetDays,
      apart,
    })
  } catch (error) {
    await Promise.all([db.destroy(), watcherDb.destroy()])
    throw error
  }
}

const WATCHER_CONNECTIONS = 2

/**
 * Opens the connections that record what chains show. Their role alone may, and in live their login
 * is not the server's: see docs/operating/database-roles.md. None is made before the first use.
 */
function openWatcherDb(config: Config): Db {
  const { db } = openDb({
    url: config.DATABASE_WATCHER_URL ?? config.DATABASE_URL ?? '',
    role: 'candor_watcher',
    poolSize: WATCHER_CONNECTIONS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })

  return db
}

type Database = {
  db: Db
  watcherDb: Db
  pool: pg.Pool
  log: Logger
  url: string
  offsetDays: number
  apart: boolean
}

function openServices(config: Config, database: Database): OpenApp {
  const { db, watcherDb, pool, log, url, offsetDays, apart } = database
  const shared = apart ? createSharedEvents(url, pool) : undefined
  const clock = createSystemClock(offsetDays)
  const mail = openMail(config, db, clock)
  const chains = openChains(config, { db, clock })
  const entered = config.MODE === 'sandbox' ? createSimulatedOutside(db, clock) : noOutside
  const app: App = {
    config,
    db,
    clock,
    mail,
    log,
    jobs: createTransactionalJobs(),
    ...openFiles(config),
    prices: openPrices(config, { clock, log }),
    chains,
    watcherDb,
    reportCache: createReportCache(clock),
    outside: createChainOutside({ db, clock, chains, log }, entered),
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
      await Promise.all([db.destroy(), watcherDb.destroy()])
    },
  }
}

const logReachability = (log: Logger, problem: unknown) =>
  problem === null
    ? log.warn('the database can be reached again')
    : log.warn(
        { why: String(problem) },
        'the database can’t be reached: this process waits for it, and its calls answer 503',
      )

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
