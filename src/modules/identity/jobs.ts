import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { carryOutStaffResets } from './commands/carry-out-staff-resets.ts'
import { deleteExpiredAuthRecords } from './commands/delete-expired-auth-records.ts'
import { rotateSecret } from './commands/rotate-secret.ts'

export const jobs: JobDefinition<App>[] = [
  { name: 'identity-forget-expired', cron: '23 3 * * *', run: deleteExpiredAuthRecords },
  { name: 'identity-staff-resets', cron: '*/10 * * * *', run: carryOutStaffResets },
  {
    name: 'identity-rotate-secret',
    cron: '53 3 * * *',
    atStart: true,
    run: async (app) => {
      await rotateSecret(app)
    },
  },
]
