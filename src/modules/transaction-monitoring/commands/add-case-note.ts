import { createId } from '#lib/ids.ts'
import { parseStaffText } from '#lib/staff-texts.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { MAX_NOTE } from '../model.ts'
import { getMonitoringCase } from '../queries.ts'
import type { MonitoringTables } from '../tables.ts'

/**
 * Adds a note to the file of a case, also of a decided one. Notes are never changed or deleted.
 * Throws `text_needed` (400), `not_found` (404), `role_missing` (403).
 */
export async function addCaseNote(
  app: App,
  admin: Staff,
  { caseId, content: text }: { caseId: string; content: string },
): Promise<void> {
  assertPermitted(admin, 'monitoring.investigate')

  const content = parseStaffText(text, {
    maxLength: MAX_NOTE,
    field: 'content',
    code: 'text_needed',
    advice: 'Please enter a note of',
  })
  await runInTransaction(app.db, async (tx) => {
    const { id, memberId } = await getMonitoringCase(tx, caseId)
    const now = app.clock.now()
    const noteId = createId('mno')

    await tx
      .withTables<MonitoringTables>()
      .insertInto('monitoring_note')
      .values({ id: noteId, case_id: id, content, author: admin.id, added_at: now })
      .execute()

    await record(tx, now, admin, 'monitoring.note-added', id, { memberId, note: noteId })
  })

  app.events.publish(STAFF, 'monitoring')
}
