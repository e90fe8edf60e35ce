import { assertMay } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/acts/record-act.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/transaction.ts'
import { lockBreak } from '../acts/lock-break.ts'
import { type Break, getBreak } from '../queries.ts'
import type { TreasuryTables } from '../tables.ts'

/** Makes an admin the owner of an open break, also in place of another, whom the record keeps. */
export async function takeBreak(app: App, admin: Staff, breakId: string): Promise<Break> {
  assertMay(admin, 'books.reconcile')
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
