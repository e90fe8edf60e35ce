import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { appendLog } from './commands/append-log.ts'
import { proveLiabilities } from './commands/prove-liabilities.ts'
import { requestCosignatures } from './commands/request-cosignatures.ts'

/** Creates a run that signs a new head, and requests its cosignatures at once. */
const createSigningRun = (sign: (app: App) => Promise<void>) => async (app: App) => {
  await sign(app)
  await requestCosignatures(app)
}

/**
 * The jobs that append to the transparency log, publish the daily proof of liabilities and request
 * again the cosignatures of witnesses that gave none.
 */
export const jobs: JobDefinition<App>[] = [
  { name: 'open-books-log', cron: '* * * * *', atStart: true, run: createSigningRun(appendLog) },
  {
    name: 'open-books-proof',
    cron: '*/5 * * * *',
    atStart: true,
    run: createSigningRun(proveLiabilities),
  },
  { name: 'open-books-witnesses', cron: '* * * * *', run: requestCosignatures },
]
