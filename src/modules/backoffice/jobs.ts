import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { followBalances } from './commands/follow-balances.ts'

/** The job that updates the stored balances used for ordering, each second. */
export const jobs: JobDefinition<App>[] = [
  {
    name: 'backoffice-follow-balances',
    pauseMs: 1_000,
    run: async (app) => {
      await followBalances(app)
    },
  },
]
