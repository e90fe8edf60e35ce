import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly, usd } from '#platform/http/schemas.ts'
import { id, tags } from './fields.ts'
import { entry, event, user } from './members.ts'

/** Text as sent. The command validates it and reports the field. */
export const rawText = z
  .union([z.string().max(1_000), z.number()])
  .transform(String)
  .optional()

export const derivedFigure = rawText.meta({
  description: 'calculated from the ledger: send it unchanged or not at all',
})

/** One member: record, timeline and status. */
export const memberCalls = {
  find: admin()
    .route({
      method: 'GET',
      path: '/admin/find',
      summary: 'Find members, deposits and withdrawals by a part of their ID',
      tags,
    })
    .input(
      z.object({
        part: z
          .string()
          .trim()
          .regex(/^\w{4,40}$/, 'Enter at least four letters and digits of an ID.'),
      }),
    )
    .output(
      buildEnvelope(
        z.array(
          z.object({
            _id: z.string(),
            member: z.string(),
            amount: usd.nullable().meta({ description: 'null for a member' }),
            createdAt: instant,
          }),
        ),
      ),
    ),
  user: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}',
      summary: 'Get a member with all figures',
      tags,
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(buildEnvelope(user)),
  timeline: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/timeline',
      tags,
      summary: 'List the timeline of a member, newest first',
    })
    .input(z.object({ id, before: z.iso.datetime().optional(), kind: event.shape.kind.optional() }))
    .output(
      buildEnvelope(
        z.object({
          events: z.array(event),
          before: instant
            .nullable()
            .meta({ description: 'send it to read the next page; null at the end' }),
        }),
      ),
    ),
  entries: admin()
    .route({
      method: 'GET',
      path: '/admin/users/{id}/entries',
      summary: 'List the newest journal rows of a member',
      tags,
    })
    .input(z.object({ id, limit: z.coerce.number().int().min(1).max(500).default(100) }))
    .output(buildEnvelope(z.array(entry))),
  suspend: admin(...getPermittedRoles('member.edit'))
    .route({ method: 'POST', path: '/admin/users/{id}/suspend', summary: 'Suspend a member', tags })
    .input(
      z.object({
        id,
        reason: z.string().max(1_000).default('').meta({ description: 'shown to the member' }),
        review_on: z.string().max(20).default('').meta({ description: 'the review date' }),
      }),
    )
    .output(messageOnly),
  reactivate: admin(...getPermittedRoles('member.edit'))
    .route({
      method: 'POST',
      path: '/admin/users/{id}/reactivate',
      summary: 'End a suspension',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
}
