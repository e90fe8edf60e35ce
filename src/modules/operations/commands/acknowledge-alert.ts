import { createNotFoundError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { OperationTables } from '../tables.ts'

/**
 * Somebody takes an alarm on: from then on it is told again only when it is over. Throws a 404 for
 * one that is over already.
 */
export async function acknowledgeAlert(app: App, by: Staff, id: string): Promise<void> {
  assertPermitted(by, 'alarm.acknowledge')
  await runInTransaction(app.db, async (tx) => {
    const own = tx.withTables<OperationTables>()
    const open = await own
      .selectFrom('alarm')
      .select(['source', 'acknowledged_at'])
      .where('id', '=', id)
      .where('cleared_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!open) throw createNotFoundError('This alarm')
    if (open.acknowledged_at) return

    const now = app.clock.now()
    await own
      .updateTable('alarm')
      .set({ acknowledged_at: now, acknowledged_by: by.label })
      .where('id', '=', id)
      .execute()

    await record(tx, now, by, 'alarm.acknowledged', id, { source: open.source })
  })
}
