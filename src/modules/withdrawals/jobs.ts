import type { App } from '#platform/app.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import { followPayouts } from './commands/follow-payouts.ts'
import { recordPayoutFees } from './commands/record-payout-fees.ts'

export const jobs: JobDefinition<App>[] = [
  { name: 'withdrawals-follow-payouts', cron: '* * * * *', run: (app) => followPayouts(app) },
  { name: 'withdrawals-record-fees', cron: '*/5 * * * *', run: recordPayoutFees },
]
