import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type Break, getBreak } from '../queries.ts'
import { lockBreak } from '../steps/lock-break.ts'
import type { TreasuryTables } from '../tables.ts'

/** Makes an admin the owner of an open break. The audit event names the previous owner. */
export async function takeBreak(app: App, admin: Staff, breakId: string): Promise<Break> {
  assertPermitted(admin, 'ledger.reconcile')
  return await runInTransaction(app.db, async (tx) => {
    const found = await lockBreak(tx, breakId)
    if (found.owner_id === admin.id) return await getBreak(tx, breakId)

    const now = app.clock.now()
    await tx
      .withTables<TreasuryTables>()
      .updateTable('reconciliation_break')
      .set({ owner_id: admin.id, taken_at: now })
      .where('id', '=', breakId)
      .execute()

    await record(tx, now, admin, 'break.taken', breakId, { from: found.owner_id })

    return await getBreak(tx, breakId)
  })
}
