import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { appendLog } from './commands/append-log.ts'

/** The job that appends to the transparency log. */
export const jobs: JobDefinition<App>[] = [
  { name: 'open-books-log', cron: '* * * * *', atStart: true, run: appendLog },
]
