import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { expireQuotes } from './commands/expire-quotes.ts'

export const jobs: JobDefinition<App>[] = [
  { name: 'deposits-expire-quotes', cron: '* * * * *', run: (app) => expireQuotes(app) },
]
