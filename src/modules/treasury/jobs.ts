import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { fetchOutsideBalances } from './commands/fetch-outside-balances.ts'
import { remindOverdueBreaks } from './commands/remind-overdue-breaks.ts'

export const jobs: JobDefinition<App>[] = [
  { name: 'treasury-fetch-outside', cron: '7 * * * *', run: fetchOutsideBalances },
  { name: 'treasury-remind-overdue', cron: '37 * * * *', run: remindOverdueBreaks },
]
