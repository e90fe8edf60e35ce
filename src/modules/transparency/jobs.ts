import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { appendLog } from './commands/append-log.ts'
import { proveLiabilities } from './commands/prove-liabilities.ts'
import { requestCosignatures } from './commands/request-cosignatures.ts'

/**
 * The jobs that append to the transparency log, publish the daily proof of liabilities and request
 * the cosignatures of the witnesses.
 */
export const jobs: JobDefinition<App>[] = [
  { name: 'open-books-log', cron: '* * * * *', atStart: true, run: appendLog },
  { name: 'open-books-proof', cron: '*/5 * * * *', atStart: true, run: proveLiabilities },
  { name: 'open-books-witnesses', cron: '* * * * *', run: requestCosignatures },
]
