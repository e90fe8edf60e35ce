import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseDismissal, refusals, toDismissalContent } from '../model.ts'
import { getCase } from '../queries.ts'
import type { ComplianceTables } from '../tables.ts'

/**
 * Dismisses a case as a false positive, as two admins have agreed. Throws `not_found` (404),
 * `case_decided` and `confirmed_meanwhile` (409): what was agreed to is the case as it was then.
 */
export async function carryOutDismissal(
  app: App,
  tx: Tx,
  admin: Admin,
  { id: approvalId, subjectId, content, proposedBy }: Proposal,
): Promise<void> {
  const { reason, confirmed } = parseDismissal(content)
  const found = await getCase(tx, subjectId, { lock: true })
  if (found.status === 'false_positive') throw refusals.decided()
  if (toDismissalContent(found, reason).confirmed !== confirmed) throw refusals.confirmedMeanwhile()

  const now = app.clock.now()
  await tx
    .withTables<ComplianceTables>()
    .updateTable('screening_case')
    .set({
      status: 'false_positive',
      decided_at: now,
      decided_by: proposedBy,
      reason,
      approval_id: approvalId,
    })
    .where('id', '=', subjectId)
    .execute()

  const details = { memberId: found.memberId, reason, approval: approvalId }
  await record(tx, now, admin, 'screening.dismissed', subjectId, details)
  app.events.publish(STAFF, 'screening')
}
