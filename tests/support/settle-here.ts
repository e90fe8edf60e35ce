import { setTimeout as pause } from 'node:timers/promises'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import { tellPaid } from '#modules/plans/commands/tell-paid.ts'
import { fixedClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import { openDb } from '#platform/db.ts'
import { localEvents } from '#platform/events.ts'
import { diskFiles } from '#platform/files.ts'
import { transactionalJobs } from '#platform/jobs.ts'
import { openLog } from '#platform/log.ts'
import { openMail } from '#platform/mail.ts'
import { simulatedOutside } from '#platform/simulated-outside.ts'
import { simulatedPrices } from '#platform/simulated-prices.ts'

/**
 * Settles a test's database up to a day and tells who was paid, in a process of its own, which the
 * test may kill: `node settle-here.ts 2028-03-04`.
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
const clock = fixedClock(`${process.argv[2]}T12:00:00Z`)
const app = {
  config,
  db,
  clock,
  log: openLog(config.LOG_LEVEL),
  mail: openMail(config, db, clock),
  jobs: transactionalJobs(),
  files: diskFiles(''),
  witnesses: diskFiles(''),
  prices: simulatedPrices(clock),
  outside: simulatedOutside(db, clock),
  events: localEvents(),
}
console.log('going')
// The server may need a moment to see that who settled before was killed, and until then nobody
// else may.
while ((await settleDays(app)) === null) await pause(20)
await tellPaid(app)
app.mail.close()
await db.destroy()
