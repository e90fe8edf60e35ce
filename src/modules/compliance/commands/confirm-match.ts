import { parseStaffText } from '#lib/staff-texts.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { refusals, type ScreeningCase } from '../model.ts'
import { getCase } from '../queries.ts'
import type { ComplianceTables } from '../tables.ts'
import type { DecideCase } from './propose-dismissal.ts'

/**
 * Confirms that the member of an open case is the listed party: they stay held, and read only that
 * their account is reviewed. Throws `reason_needed` (400), `not_found` (404), `case_decided` (409),
 * `role_missing` (403).
 */
export async function confirmMatch(
  app: App,
  admin: Staff,
  { caseId, reason: text }: DecideCase,
): Promise<ScreeningCase> {
  assertPermitted(admin, 'screening.confirm')

  const reason = parseStaffText(text)
  const confirmed = await runInTransaction(app.db, async (tx) => {
    const { status, memberId } = await getCase(tx, caseId, { lock: true })
    if (status !== 'open') throw refusals.decided()

    const now = app.clock.now()
    await tx
      .withTables<ComplianceTables>()
      .updateTable('screening_case')
      .set({ status: 'true_match', decided_at: now, decided_by: admin.id, reason })
      .where('id', '=', caseId)
      .execute()

    await record(tx, now, admin, 'screening.confirmed', caseId, { memberId, reason })

    return await getCase(tx, caseId)
  })

  app.events.publish(STAFF, 'screening')

  return confirmed
}
