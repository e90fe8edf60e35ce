import { setTimeout as pause } from 'node:timers/promises'
import { NO_CHAINS } from '#modules/chains/adapters/chain-provider.ts'
import { createSimulatedPrices } from '#modules/market/adapters/simulated-prices.ts'
import { notifyPaidMembers } from '#modules/plans/commands/notify-paid-members.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { createReportCache } from '#modules/transparency/queries.ts'
import { createSimulatedOutside } from '#modules/treasury/adapters/simulated-outside.ts'
import { createFixedClock } from '#platform/clock.ts'
import { openDb } from '#platform/db/db.ts'
import { createLocalEvents } from '#platform/events/events.ts'
import { createDiskFiles } from '#platform/files/disk-files.ts'
import { createTransactionalJobs } from '#platform/jobs/jobs.ts'
import { openMail } from '#platform/mail/mail.ts'
import { openLog } from '#platform/monitoring/log.ts'
import { readConfig } from '../../src/config.ts'

/**
 * Settles a test's database up to a day and notifies paid members, in a process of its own, which
 * the test may kill: `node settle-in-process.ts 2028-03-04`.
 */
const config = readConfig({
  SECRET: 'for tests alone: thirty-two characters and more',
  LOG_LEVEL: 'silent',
})
const url = process.env.DATABASE_URL ?? ''
const { db } = openDb({
  url,
  role: 'candor_app',
  poolSize: 2,
  lockTimeoutMs: 10_000,
  statementTimeoutMs: 60_000,
})
const clock = createFixedClock(`${process.argv[2]}T12:00:00Z`)
const app = {
  config,
  db,
  clock,
  log: openLog(config.LOG_LEVEL),
  mail: openMail(config, db, clock),
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
console.log('going')
// The server may need a moment to see that the process that settled before was killed;
// until then no other process may settle.
while ((await settleDays(app)) === null) await pause(20)
await notifyPaidMembers(app)
app.mail.close()
await db.destroy()
