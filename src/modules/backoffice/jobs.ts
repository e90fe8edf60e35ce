import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { followBalances } from './commands/follow-balances.ts'
import { notifyStaff } from './commands/notify-staff.ts'
import { sendStaffSummary } from './commands/send-staff-summary.ts'

export const jobs: JobDefinition<App>[] = [
  {
    // The stored balances are used for ordering.
    name: 'backoffice-follow-balances',
    pauseMs: 1_000,
    run: async (app) => {
      await followBalances(app)
    },
  },
  {
    name: 'backoffice-notify-staff',
    cron: '* * * * *',
    run: async (app) => {
      await notifyStaff(app)
    },
  },
  {
    name: 'backoffice-staff-summary',
    cron: '0 6 * * *',
    run: async (app) => {
      await sendStaffSummary(app)
    },
  },
]
