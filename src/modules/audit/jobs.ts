import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { chainAuditEvents } from './commands/chain-audit-events.ts'

/** Adds new events to the hash chain within a second. */
export const jobs: JobDefinition<App>[] = [
  {
    name: 'audit-link',
    pauseMs: 1_000,
    run: async (app) => {
      await chainAuditEvents(app)
    },
  },
]
