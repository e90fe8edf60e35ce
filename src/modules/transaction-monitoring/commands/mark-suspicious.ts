import { parseStaffText } from '#lib/staff-texts.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { type MonitoringCase, refusals } from '../model.ts'
import { getMonitoringCase } from '../queries.ts'
import type { MonitoringTables } from '../tables.ts'
import type { CaseDecision } from './propose-clearance.ts'

/**
 * Marks the transaction of an open case as suspicious: it stays held. Nothing is reported to an
 * authority. Throws `reason_needed` (400), `not_found` (404), `case_decided` (409), `role_missing`
 * (403).
 */
export async function markSuspicious(
  app: App,
  admin: Staff,
  { caseId, reason: text }: CaseDecision,
): Promise<MonitoringCase> {
  assertPermitted(admin, 'monitoring.investigate')

  const reason = parseStaffText(text)
  const marked = await runInTransaction(app.db, async (tx) => {
    const { status, memberId, subjectId } = await getMonitoringCase(tx, caseId, { lock: true })
    if (status !== 'open') throw refusals.decided()

    const now = app.clock.now()
    await tx
      .withTables<MonitoringTables>()
      .updateTable('monitoring_case')
      .set({ status: 'suspicious', decided_at: now, decided_by: admin.id, reason })
      .where('id', '=', caseId)
      .execute()

    const details = { memberId, transaction: subjectId, reason }
    await record(tx, now, admin, 'monitoring.marked-suspicious', caseId, details)

    return await getMonitoringCase(tx, caseId)
  })

  app.events.publish(STAFF, 'monitoring')

  return marked
}
