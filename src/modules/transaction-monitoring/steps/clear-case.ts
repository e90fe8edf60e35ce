import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseClearance, refusals, toClearanceContent } from '../model.ts'
import { getMonitoringCase } from '../queries.ts'
import type { MonitoringTables } from '../tables.ts'

/**
 * Clears a transaction, as two admins have agreed. Throws `not_found` (404), `case_decided` and
 * `changed_meanwhile` (409): what was agreed to is the case as it was then.
 */
export async function carryOutClearance(
  app: App,
  tx: Tx,
  admin: Admin,
  { id: approvalId, subjectId, content, proposedBy }: Proposal,
): Promise<void> {
  const { reason, confirmed } = parseClearance(content)
  const found = await getMonitoringCase(tx, subjectId, { lock: true })
  if (found.status === 'cleared') throw refusals.decided()
  if (toClearanceContent(found, reason).confirmed !== confirmed) throw refusals.changedMeanwhile()

  const now = app.clock.now()
  await tx
    .withTables<MonitoringTables>()
    .updateTable('monitoring_case')
    .set({
      status: 'cleared',
      decided_at: now,
      decided_by: proposedBy,
      reason,
      approval_id: approvalId,
    })
    .where('id', '=', subjectId)
    .execute()

  const details = { memberId: found.memberId, transaction: found.subjectId, reason }
  await record(tx, now, admin, 'monitoring.cleared', subjectId, {
    ...details,
    approval: approvalId,
  })
  app.events.publish(STAFF, 'monitoring')
}
