import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { chainJournal } from './commands/chain-journal.ts'
import { writeBalanceSnapshots } from './commands/write-balance-snapshots.ts'

/** Chains committed rows every half second and writes balance snapshots every five minutes. */
export const jobs: JobDefinition<App>[] = [
  {
    name: 'ledger-chain',
    pauseMs: 500,
    run: async (app) => {
      await chainJournal(app)
    },
  },
  { name: 'ledger-balance-snapshots', cron: '*/5 * * * *', run: writeBalanceSnapshots },
]
