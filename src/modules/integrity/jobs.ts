import { findFreeze } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { checkIntegrity } from './commands/check-integrity.ts'
import { verifyIntegrity } from './commands/verify-integrity.ts'
import { writeAnchor } from './commands/write-anchor.ts'

/**
 * Looks at what is new each minute and at everything each night, after the day's head was told
 * outside.
 */
export const jobs: JobDefinition<App>[] = [
  {
    name: 'books-check',
    cron: '* * * * *',
    retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 }, // the next minute is the retry
    run: async (app) => {
      await checkIntegrity(app)
    },
  },
  {
    name: 'books-check-whole',
    cron: '20 3 * * *',
    expireSeconds: 4 * 3600,
    run: async (app) => {
      await checkIntegrity(app, { whole: true })
    },
  },
  {
    name: 'ledger-anchor',
    // once a day all the same: the later hours are for a day when nobody worked at five past
    // midnight
    cron: '5 * * * *',
    run: async (app) => {
      await writeAnchor(app)
    },
  },
  {
    name: 'books-verify',
    expireSeconds: 4 * 3600,
    retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
    run: async (app, payload) => {
      const broken = await verifyIntegrity(app, { id: String(payload.id) })
      // Which freezes, or finds that what froze them was put right.
      if (broken || (await findFreeze(app.db))) await checkIntegrity(app, { whole: true })
    },
  },
]
