import { z } from 'zod'
import { ROLES } from '#lib/roles.ts'
import { anyoneBeforeOpening } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant } from '#platform/http/schemas.ts'
import { MEMBER_STATUSES } from '../model.ts'
import { tags } from './fields.ts'

const memberInfo = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  status: z.enum(MEMBER_STATUSES),
  suspended_reason: z.string().nullable(),
  review_on: day.nullable(),
  /** The end of the session unless it is used before, and its latest end. */
  idleUntil: instant,
  endsAt: instant,
})

export const adminInfo = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
})

/** The sessions of this browser. */
export const sessionCalls = {
  session: anyoneBeforeOpening
    .route({
      method: 'GET',
      path: '/session',
      summary: 'List the people logged in with this browser; this extends no session',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          /** The server's time, as the start of a countdown: a device's clock may be wrong. */
          now: instant,
          member: memberInfo.nullable(),
          admin: adminInfo.extend({ idleUntil: instant, endsAt: instant }).nullable(),
        }),
      ),
    ),
}
