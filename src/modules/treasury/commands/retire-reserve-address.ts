import { createNotFoundError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { TreasuryTables } from '../tables.ts'

/** Retires a reserve address that is no longer in use. Throws `not_found` (404). */
export async function retireReserveAddress(app: App, admin: Staff, id: string): Promise<void> {
  assertPermitted(admin, 'ledger.reconcile')

  await runInTransaction(app.db, async (tx) => {
    const now = app.clock.now()
    const { numUpdatedRows: retired } = await tx
      .withTables<TreasuryTables>()
      .updateTable('reserve_address')
      .set({ retired_by: admin.id, retired_at: now })
      .where('id', '=', id)
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (!retired) throw createNotFoundError('This reserve address')

    await record(tx, now, admin, 'reserve-address.retired', id)
  })
}
