import type { Cents } from '#lib/money.ts'
import type { Delivery, StaffEvent } from './model/staff-events.ts'

export type BackofficeTables = {
  /** Used only to order and find members; at most a second behind the ledger. */
  member_balance: { member_id: string; cents: Cents }
  staff_notification_choice: {
    staff_id: string
    event: StaffEvent
    delivery: Delivery
    changed_at: Date
  }
}
