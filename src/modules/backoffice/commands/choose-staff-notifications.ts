import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { type Delivery, STAFF_EVENTS, type StaffEvent } from '../model/staff-events.ts'
import { getDelivery, listStaffChoices } from '../queries/staff-work.ts'
import type { BackofficeTables } from '../tables.ts'

export type StaffNotificationChoice = { event: StaffEvent; delivery: Delivery }

/** Stores when the staff member is mailed about work that their role may act on. */
export async function chooseStaffNotifications(
  app: Pick<App, 'db' | 'clock'>,
  admin: Staff,
  { event, delivery }: StaffNotificationChoice,
): Promise<void> {
  assertPermitted(admin, STAFF_EVENTS[event].permission)

  await runInTransaction(app.db, async (tx) => {
    const before = getDelivery(await listStaffChoices(tx, admin.id), admin.id, event)
    if (before === delivery) return

    const now = app.clock.now()
    const chosen = { delivery, changed_at: now }
    await tx
      .withTables<BackofficeTables>()
      .insertInto('staff_notification_choice')
      .values({ staff_id: admin.id, event, ...chosen })
      .onConflict((conflict) => conflict.columns(['staff_id', 'event']).doUpdateSet(chosen))
      .execute()

    await record(tx, now, admin, 'notifications.chosen', admin.id, { event, delivery })
  })
}
