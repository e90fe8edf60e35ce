import { parseStaffText } from '#lib/staff-texts.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { CLEAR_PERMISSION, refusals, toClearanceContent } from '../model.ts'
import { getMonitoringCase } from '../queries.ts'

export type CaseDecision = { caseId: string; reason: string }

/**
 * Proposes to clear the transaction of a case, also one that was called suspicious; another admin
 * decides. Throws `reason_needed` (400), `not_found` (404), `case_decided` and `already_proposed`
 * (409), `role_missing` (403).
 */
export async function proposeClearance(
  app: App,
  admin: Staff,
  { caseId, reason: text }: CaseDecision,
): Promise<Proposal> {
  assertPermitted(admin, CLEAR_PERMISSION)

  const reason = parseStaffText(text)
  const proposal = await runInTransaction(app.db, async (tx) => {
    const found = await getMonitoringCase(tx, caseId, { lock: true })
    if (found.status === 'cleared') throw refusals.decided()
    if (await findOpenProposal(tx, CLEAR_PERMISSION, caseId, app.clock.now()))
      throw refusals.alreadyProposed()

    return await propose(tx, app, admin, {
      permission: CLEAR_PERMISSION,
      subjectId: caseId,
      content: toClearanceContent(found, reason),
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
