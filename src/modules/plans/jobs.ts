import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { notifyPaidMembers } from './commands/notify-paid-members.ts'
import { settleDays } from './commands/settle-days.ts'

async function settleAndNotify(app: App) {
  await settleDays(app)
  await notifyPaidMembers(app)
}

export const jobs: JobDefinition<App>[] = [
  {
    name: 'plans-settle-days',
    cron: '*/10 * * * *',
    atStart: true,
    expireSeconds: 4 * 3600,
    retry: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 }, // the next ten minutes are the retry
    run: settleAndNotify,
  },
  {
    name: 'plans-distribute', // income was recorded: nobody waits ten minutes for their share
    retry: { limit: 3, delaySeconds: 10, maxDelaySeconds: 60 },
    run: settleAndNotify,
  },
]
