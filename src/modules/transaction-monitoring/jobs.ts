import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { openMonitoringCases } from './commands/open-monitoring-cases.ts'

/** The job that opens cases for what the rules find. */
export const jobs: JobDefinition<App>[] = [
  { name: 'transaction-monitoring', pauseMs: 5_000, pauseFirst: true, run: openMonitoringCases },
]
