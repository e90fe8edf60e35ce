import { createNotFoundError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { OperationTables } from '../tables.ts'

/**
 * Acknowledges an open alert, which stops its reminders; the next mail is sent when it is resolved.
 * Throws `not_found` (404) for a resolved alert, `role_missing` (403).
 */
export async function acknowledgeAlert(app: App, admin: Staff, id: string): Promise<void> {
  assertPermitted(admin, 'alert.acknowledge')
  await runInTransaction(app.db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    const open = await own
      .selectFrom('alert')
      .select(['source', 'acknowledged_at'])
      .where('id', '=', id)
      .where('cleared_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!open) throw createNotFoundError('This alert')
    if (open.acknowledged_at) return

    const now = app.clock.now()
    await own
      .updateTable('alert')
      .set({ acknowledged_at: now, acknowledged_by: admin.label })
      .where('id', '=', id)
      .execute()

    await record(tx, now, admin, 'alert.acknowledged', id, { source: open.source })
  })
}
