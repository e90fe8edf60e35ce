import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { retryJob as retryQueued } from '#platform/jobs/job-states.ts'

/**
 * Schedules a failed job to run again at once. Jobs are idempotent. Throws `not_found` (404) and
 * `not_failed` (409).
 */
export async function retryJob(app: App, owner: Staff, jobId: string): Promise<void> {
  assertPermitted(owner, 'installation.manage')

  await runInTransaction(app.db, async (tx) => {
    const { queue } = await retryQueued(tx, jobId)
    await record(tx, app.clock.now(), owner, 'job.retried', jobId, { queue })
  })
}
