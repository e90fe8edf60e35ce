import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSimulatedChains } from '#modules/chains/adapters/open-chains.ts'
import { createSimulatedPrices } from '#modules/market/adapters/simulated-prices.ts'
import { createReportCache } from '#modules/transparency/queries.ts'
import { createSimulatedOutside } from '#modules/treasury/adapters/simulated-outside.ts'
import type { App } from '#platform/app.ts'
import { createFixedClock } from '#platform/clock.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { createTransactionalJobs } from '#platform/jobs/jobs.ts'
import { openMail } from '#platform/mail/mail.ts'
import { openLog } from '#platform/monitoring/log.ts'
import { readConfig } from '../../src/config.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export type TestApp = {
  app: App & { clock: ReturnType<typeof createFixedClock> }
  database: TestDatabase
  close(): Promise<void>
}

/**
 * Everything a command may reach, on a database of this file's own and with a clock that moves
 * only when the test advances it.
 */
export async function createTestApp(
  options: { at?: string; poolSize?: number } = {},
): Promise<TestApp> {
  const database = await testDatabase(options.poolSize ? { poolSize: options.poolSize } : {})
  const folder = await mkdtemp(join(tmpdir(), 'candor-test-'))
  const clock = createFixedClock(options.at ?? '2026-11-20T12:00:00Z')
  const config = readConfig({
    SECRET: 'for tests alone: thirty-two characters and more',
    LOG_LEVEL: 'silent',
    CALLS_PER_PERSON: '0',
    CALLS_PER_SOURCE: '0',
    DATA_DIR: folder,
  })

  const mail = openMail(config, database.db, clock)
  const app = {
    config,
    db: database.db,
    clock,
    mail,
    log: openLog(config.LOG_LEVEL),
    jobs: createTransactionalJobs(),
    ...openFiles(config),
    prices: createSimulatedPrices(clock),
    chains: openSimulatedChains({ db: database.db, clock }),
    watcherDb: database.watcherDb,
    reportCache: createReportCache(clock),
    outside: createSimulatedOutside(database.db, clock),
    events: createLocalEvents(),
  }

  return {
    app,
    database,
    close: async () => {
      mail.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
