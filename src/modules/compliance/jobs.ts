import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { loadScreeningLists } from './commands/load-lists.ts'
import { screenMembers } from './commands/screen-members.ts'

/** The jobs that load the lists each day, and screen the members who are due. */
export const jobs: JobDefinition<App>[] = [
  { name: 'screening-load-lists', cron: '20 3 * * *', atStart: true, run: loadScreeningLists },
  { name: 'screening-members', pauseMs: 3_000, pauseFirst: true, run: screenMembers },
]
