import { NO_CHAINS } from '#modules/chains/adapters/chain-provider.ts'
import { createSimulatedPrices } from '#modules/market/adapters/simulated-prices.ts'
import { createReportCache } from '#modules/transparency/queries.ts'
import { createSimulatedOutside } from '#modules/treasury/adapters/simulated-outside.ts'
import type { App } from '#platform/app.ts'
import { createFixedClock } from '#platform/clock.ts'
import { openDb } from '#platform/db/db.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { createDiskFiles } from '#platform/files/disk-files.ts'
import { createTransactionalJobs } from '#platform/jobs/jobs.ts'
import { openMail } from '#platform/mail/mail.ts'
import { openLog } from '#platform/monitoring/log.ts'
import { readConfig } from '../../src/config.ts'

/** Opens a test's database as the server does, in a process of its own that the test may kill. */
export function openProcessApp(now: string): { app: App; close(): Promise<void> } {
  const { DATABASE_URL: url = '', DOCUMENT_KEYS, SCREENING_LISTS } = process.env
  const config = readConfig({
    SECRET: 'for tests alone: thirty-two characters and more',
    LOG_LEVEL: 'silent',
    ...(DOCUMENT_KEYS && { DOCUMENT_KEYS }),
    ...(SCREENING_LISTS && { SCREENING_LISTS }),
  })
  const { db } = openDb({
    url,
    role: 'candor_app',
    poolSize: 2,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
  })
  const clock = createFixedClock(now)
  const mail = openMail(config, db, clock)
  const app = {
    config,
    db,
    clock,
    log: openLog(config.LOG_LEVEL),
    mail,
    jobs: createTransactionalJobs(),
    files: createDiskFiles(''),
    anchors: createDiskFiles(''),
    prices: createSimulatedPrices(clock),
    chains: NO_CHAINS,
    watcherDb: db,
    reportCache: createReportCache(clock),
    outside: createSimulatedOutside(db, clock),
    events: createLocalEvents(),
  }

  return {
    app,
    close: async () => {
      mail.close()
      await db.destroy()
    },
  }
}
