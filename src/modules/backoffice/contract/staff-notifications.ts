import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope } from '#platform/http/schemas.ts'
import { DELIVERIES, STAFF_EVENT_NAMES } from '../model/staff-events.ts'
import { tags } from './fields.ts'

const choices = buildEnvelope(
  z.array(
    z.object({
      event: z.enum(STAFF_EVENT_NAMES),
      label: z.string(),
      text: z.string(),
      delivery: z.enum(DELIVERIES).meta({ description: 'now: at once; daily: at 06:00 UTC' }),
    }),
  ),
)

/** The work about which a staff member is mailed. */
export const staffNotificationCalls = {
  staffNotifications: admin()
    .route({
      method: 'GET',
      path: '/admin/notification-choices',
      summary: 'Get my notification settings, for the work that my role may act on',
      tags,
    })
    .output(choices),
  chooseStaffNotifications: admin(...getPermittedRoles('proposal.decide'))
    .route({
      method: 'PUT',
      path: '/admin/notification-choices',
      summary: 'Change when I am mailed about an event',
      tags,
    })
    .input(z.object({ event: z.enum(STAFF_EVENT_NAMES), delivery: z.enum(DELIVERIES) }))
    .output(choices),
}
