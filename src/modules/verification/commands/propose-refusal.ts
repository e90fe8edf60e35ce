import { parseStaffText } from '#lib/staff-texts.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { REFUSAL_PERMISSION, refusals, toRefusalContent } from '../model.ts'
import { getVerification } from '../queries.ts'

export type ProposeRefusal = { verificationId: string; reason: string }

/**
 * Proposes to refuse a verification; another admin decides. Throws `reason_needed` (400),
 * `not_in_review` and `already_proposed` (409), `not_found` (404), `role_missing` (403).
 */
export async function proposeRefusal(
  app: App,
  admin: Staff,
  { verificationId, reason: text }: ProposeRefusal,
): Promise<Proposal> {
  assertPermitted(admin, REFUSAL_PERMISSION)

  const reason = parseStaffText(text)
  const proposal = await runInTransaction(app.db, async (tx) => {
    const verification = await getVerification(tx, verificationId, { lock: true })
    if (verification.status !== 'in_review') throw refusals.notInReview()
    if (await findOpenProposal(tx, REFUSAL_PERMISSION, verificationId, app.clock.now()))
      throw refusals.alreadyProposed()

    return await propose(tx, app, admin, {
      permission: REFUSAL_PERMISSION,
      subjectId: verificationId,
      content: toRefusalContent(verification, reason),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
