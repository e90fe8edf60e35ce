import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Admin } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { parseRefusal, refusals } from '../model.ts'
import { getVerification } from '../queries.ts'
import type { VerificationTables } from '../tables.ts'

/**
 * Refuses a verification, as two admins have agreed. Throws `not_found` (404), `not_in_review` and
 * `changed_meanwhile` (409): what was agreed to is what the member had submitted.
 */
export async function carryOutRefusal(
  app: App,
  tx: Tx,
  admin: Admin,
  { id: approvalId, subjectId, content, proposedBy }: Proposal,
): Promise<void> {
  const { reason, contentHash } = parseRefusal(content)
  const verification = await getVerification(tx, subjectId, { lock: true })
  if (verification.status !== 'in_review') throw refusals.notInReview()
  if (verification.contentHash !== contentHash) throw refusals.changedMeanwhile()

  const now = app.clock.now()
  await tx
    .withTables<VerificationTables>()
    .updateTable('identity_verification')
    .set({
      status: 'refused',
      decided_at: now,
      decided_by: proposedBy,
      staff_reason: reason,
      approval_id: approvalId,
    })
    .where('id', '=', subjectId)
    .execute()

  const { memberId, level } = verification
  await notifyMember(tx, app, memberId, 'verification-refused', {})
  await record(tx, now, admin, 'identity.refused', subjectId, {
    memberId,
    level,
    reason,
    approval: approvalId,
  })
  app.events.publish(toMemberAudience(memberId), 'verification')
}
