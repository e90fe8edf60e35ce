import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs.ts'
import { writeCheckpoints } from './commands/write-checkpoints.ts'

/** The sealer isn't here: it runs every second, which a schedule in minutes can't say; the worker calls `sealJournal`. */
export const jobs: JobDefinition<App>[] = [
  { name: 'ledger-checkpoints', cron: '*/5 * * * *', run: writeCheckpoints },
]
