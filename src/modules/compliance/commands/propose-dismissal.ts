import { parseStaffText } from '#lib/staff-texts.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { DISMISSAL_PERMISSION, refusals, toDismissalContent } from '../model.ts'
import { getCase } from '../queries.ts'

export type DecideCase = { caseId: string; reason: string }

/**
 * Proposes to dismiss a case as a false positive, also one that was confirmed as a true match;
 * another admin decides. Throws `reason_needed` (400), `not_found` (404), `case_decided` and
 * `already_proposed` (409), `role_missing` (403).
 */
export async function proposeDismissal(
  app: App,
  admin: Staff,
  { caseId, reason: text }: DecideCase,
): Promise<Proposal> {
  assertPermitted(admin, DISMISSAL_PERMISSION)

  const reason = parseStaffText(text)
  const proposal = await runInTransaction(app.db, async (tx) => {
    const found = await getCase(tx, caseId, { lock: true })
    if (found.status === 'false_positive') throw refusals.decided()
    if (await findOpenProposal(tx, DISMISSAL_PERMISSION, caseId, app.clock.now()))
      throw refusals.alreadyProposed()

    return await propose(tx, app, admin, {
      permission: DISMISSAL_PERMISSION,
      subjectId: caseId,
      content: toDismissalContent(found, reason),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
