import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs.ts'
import { chainJournal } from './commands/seal-journal.ts'
import { writeBalanceSnapshots } from './commands/write-checkpoints.ts'

/** Seals what was committed within a second; notes balances every five minutes. */
export const jobs: JobDefinition<App>[] = [
  {
    name: 'ledger-seal',
    pauseMs: 500,
    run: async (app) => {
      await chainJournal(app)
    },
  },
  { name: 'ledger-checkpoints', cron: '*/5 * * * *', run: writeBalanceSnapshots },
]
