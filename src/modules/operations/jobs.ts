import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { deleteExpiredRecords } from './commands/delete-expired-records.ts'
import { runHealthChecks } from './commands/run-health-checks.ts'
import { sweepFiles } from './commands/sweep-files.ts'

/** The jobs that run the health checks each minute and delete expired records each night. */
export const jobs: JobDefinition<App>[] = [
  {
    name: 'operations-run-health-checks',
    pauseMs: 60_000,
    pauseFirst: true,
    run: (app) => runHealthChecks(app),
  },
  {
    name: 'operations-delete-expired',
    cron: '30 4 * * *',
    run: async (app) => {
      await deleteExpiredRecords(app)
    },
  },
  {
    name: 'operations-sweep-files',
    cron: '40 4 * * *',
    run: async (app) => {
      await sweepFiles(app)
    },
  },
]
