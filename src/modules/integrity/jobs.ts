import { findFreeze } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { checkIntegrity } from './commands/check-integrity.ts'
import { verifyIntegrity } from './commands/verify-integrity.ts'
import { writeAnchor } from './commands/write-anchor.ts'

/**
 * Checks new rows every minute and the whole ledger every night, and publishes the day's anchor.
 */
export const jobs: JobDefinition<App>[] = [
  {
    name: 'integrity-check',
    cron: '* * * * *',
    retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 }, // the next minute is the retry
    run: async (app) => {
      await checkIntegrity(app)
    },
  },
  {
    name: 'integrity-check-whole',
    cron: '20 3 * * *',
    expireSeconds: 4 * 3600,
    run: async (app) => {
      await checkIntegrity(app, { whole: true })
    },
  },
  {
    name: 'ledger-anchor',
    // An anchor is written once a day. The later runs cover a night when the worker was down.
    cron: '5 * * * *',
    run: async (app) => {
      await writeAnchor(app)
    },
  },
  {
    name: 'integrity-verify',
    expireSeconds: 4 * 3600,
    retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
    run: async (app, payload) => {
      const broken = await verifyIntegrity(app, { id: String(payload.id) })
      // The whole check freezes the ledger, or finds that the problems are corrected.
      if (broken || (await findFreeze(app.db))) await checkIntegrity(app, { whole: true })
    },
  },
]
