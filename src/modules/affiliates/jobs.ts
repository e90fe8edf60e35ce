import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { payRewards } from './commands/pay-rewards.ts'

/** Enqueued by a first deposit; each minute for what was due and is funded now. */
export const jobs: JobDefinition<App>[] = [
  { name: 'rewards-pay', cron: '* * * * *', run: (app) => payRewards(app) },
]
