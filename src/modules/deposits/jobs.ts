import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { creditAutomatically } from './commands/credit-automatically.ts'
import { expireQuotes } from './commands/expire-quotes.ts'
import { matchPayments } from './commands/match-payments.ts'

export const jobs: JobDefinition<App>[] = [
  { name: 'deposits-expire-quotes', cron: '* * * * *', run: (app) => expireQuotes(app) },
  {
    name: 'deposits-match-payments',
    pauseMs: 2_000,
    pauseFirst: true,
    run: async (app) => {
      await matchPayments(app)
      await creditAutomatically(app)
    },
  },
]
