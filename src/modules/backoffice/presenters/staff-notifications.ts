import type { Admin } from '#modules/identity/model.ts'
import { listEventsOfRole, STAFF_EVENTS } from '../model/staff-events.ts'
import { getDelivery, type StaffChoice } from '../queries/staff-work.ts'

/** Returns the events that a staff member's role may act on, with their choices. */
export const buildStaffNotificationResponse = (
  { id, role }: Pick<Admin, 'id' | 'role'>,
  choices: readonly StaffChoice[],
) =>
  listEventsOfRole(role).map((event) => ({
    event,
    label: STAFF_EVENTS[event].label,
    text: STAFF_EVENTS[event].text,
    delivery: getDelivery(choices, id, event),
  }))
