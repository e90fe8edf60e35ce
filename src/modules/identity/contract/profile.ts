import { z } from 'zod'
import { anyoneBeforeOpening, member } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly } from '#platform/http/schemas.ts'
import { MEMBER_STATUSES } from '../model.ts'
import { email, password, tags, token } from './fields.ts'

/** Accepted as sent; the command validates it and names the field of an error. */
const profileText = z.string().max(200).optional()

const incentives = z.object({ referral: z.boolean(), campaigns: z.boolean() })

const profile = z.object({
  _id: z.string(),
  version: z.int().meta({ description: 'send it with a change: it must be unchanged' }),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  country: z.string(),
  status: z.enum(MEMBER_STATUSES),
  createdAt: instant,
  emailChange: z
    .object({ email: z.string(), expiresAt: instant })
    .nullable()
    .meta({ description: 'requested and not confirmed' }),
  withdrawalsFrozenUntil: instant.nullable(),
  incentives: incentives.extend({
    elsewhere: z
      .object({
        referral: z.array(z.string()).nullable(),
        campaigns: z.array(z.string()).nullable(),
      })
      .meta({ description: 'the countries where each is on; null is everywhere' }),
  }),
})

/** A member's profile and e-mail address. */
export const profileCalls = {
  profile: member
    .route({ method: 'GET', path: '/user/profile', summary: 'Get my profile', tags })
    .output(buildEnvelope(profile)),
  updateProfile: member
    .route({
      method: 'PATCH',
      path: '/user/profile',
      summary: 'Change my name, phone or country',
      tags,
    })
    .input(
      z.object({
        version: z.coerce.number().int().min(1),
        first_name: profileText,
        last_name: profileText,
        phone_number: profileText,
        country: profileText,
      }),
    )
    .output(buildEnvelope(profile)),
  requestEmailChange: member
    .route({
      method: 'POST',
      path: '/user/email',
      summary: 'Request a change of email address',
      tags,
    })
    .input(z.object({ email, password }))
    .output(messageOnly),
  cancelEmailChange: member
    .route({
      method: 'DELETE',
      path: '/user/email',
      summary: 'Cancel a change of email address',
      tags,
    })
    .output(messageOnly),
  changeEmail: anyoneBeforeOpening
    .route({
      method: 'POST',
      path: '/user/email/{token}',
      summary: 'Confirm a new email address by its link',
      tags,
    })
    .input(z.object({ token }))
    .output(messageOnly),
}
