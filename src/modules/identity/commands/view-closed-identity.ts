import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { Staff } from '../model.ts'
import { type ClosedIdentity, findClosedIdentity } from '../queries.ts'

/**
 * Returns the name and contact details of a closed account for an authority, and records the view;
 * null when nothing is retained. Throws `role_missing` (403).
 */
export async function viewClosedIdentity(
  app: App,
  admin: Staff,
  memberId: string,
): Promise<ClosedIdentity | null> {
  assertPermitted(admin, 'evidence.export')

  return await runInTransaction(app.db, async (tx) => {
    const found = await findClosedIdentity(tx, app, memberId)
    if (found) await record(tx, app.clock.now(), admin, 'member.details-viewed', memberId)

    return found
  })
}
