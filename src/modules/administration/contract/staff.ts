import { z } from 'zod'
import { ROLES } from '#lib/roles.ts'
import { instant } from '#platform/http/schemas.ts'

export const role = z.enum(ROLES)

export const staffLine = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  state: z.enum(['invited', 'active', 'suspended']),
  suspendedReason: z.string().nullable(),
  suspendedAt: instant.nullable(),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  hasFactor: z.boolean(),
  openSessions: z.int(),
  resetDueAt: instant.nullable().meta({
    description: 'when two-factor authentication is reset, unless the reset is cancelled',
  }),
  me: z.boolean(),
})
