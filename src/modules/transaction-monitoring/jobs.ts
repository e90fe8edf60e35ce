import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { openMonitoringCases } from './commands/open-monitoring-cases.ts'
import { queueTransactions } from './commands/queue-transactions.ts'

/** The jobs that open cases for what the rules find, and that evaluate all transactions again. */
export const jobs: JobDefinition<App>[] = [
  { name: 'transaction-monitoring', pauseMs: 5_000, pauseFirst: true, run: openMonitoringCases },
  { name: 'transaction-monitoring-all', cron: '20 * * * *', atStart: true, run: queueTransactions },
]
