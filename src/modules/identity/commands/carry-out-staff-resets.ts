import { systemActor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { listDueResets } from '../queries/staff.ts'
import { deleteStaffFactors } from '../steps/delete-staff-factors.ts'
import { lockStaff } from '../steps/lock-staff.ts'

/**
 * Removes the second factors of the staff resets whose waiting day is over, each once. Safe to
 * repeat.
 */
export async function carryOutStaffResets(app: App): Promise<void> {
  for (const due of await listDueResets(app.db, app.clock.now()))
    await runInTransaction(app.db, async (tx) => {
      await lockStaff(tx, due.staffId)
      await deleteStaffFactors(tx, app, systemActor, due)
    })
}
