import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'

/** Queues a fetch of all outside balances now, instead of within the hour. */
export async function requestOutsideBalances(app: App, admin: Staff): Promise<void> {
  assertPermitted(admin, 'ledger.reconcile')
  await runInTransaction(app.db, async (tx) => {
    await app.jobs.enqueue(tx, 'treasury-fetch-outside', {})
    await record(tx, app.clock.now(), admin, 'outside-balance.requested', 'custody')
  })
}
