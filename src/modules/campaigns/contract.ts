import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, anyone } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, usd, usdAmount } from '#platform/http/schemas.ts'
import { MAX_TEXT_LENGTH, NAME_LIMIT, REASON_LIMIT } from './model.ts'

const tags = ['Campaigns']
const id = z.string().max(60)
const PRINTABLE = /^\P{Cc}*$/u

const offer = z.object({
  code: z.string().meta({ description: 'what goes behind ?campaign=' }),
  name: z.string(),
  text: z.string(),
  amount: usd,
  startsOn: day,
  endsOn: day,
  endsAt: instant.meta({ description: 'what a countdown runs to; it never moves' }),
  endsSoon: z.boolean().meta({ description: 'only in the last seven days' }),
  label: z.string().nullable().meta({ description: "'Offer Ends Soon' in the last seven days" }),
})

const campaign = offer.extend({
  _id: z.string(),
  state: z.enum(['draft', 'published', 'ended']),
  mayPublish: z
    .boolean()
    .meta({ description: 'whether the caller may publish it; a large one needs another admin' }),
  budget: usd,
  used: usd.meta({ description: 'has fallen due, paid or not' }),
  createdAt: instant,
  publishedAt: instant.nullable(),
  endedAt: instant.nullable(),
  endedBecause: z.string().nullable(),
})

export const campaignsContract = {
  running: anyone
    .route({
      method: 'GET',
      path: '/campaign',
      summary: 'The campaign that can be claimed now, or that of a code; or none',
      tags,
    })
    .input(
      z.object({
        country: z.string().trim().toUpperCase().length(2).optional(),
        code: z.string().max(80).optional(),
      }),
    )
    .output(buildEnvelope(offer.nullable())),
  list: admin()
    .route({
      method: 'GET',
      path: '/admin/campaigns',
      summary: 'All campaigns, newest first',
      tags,
    })
    .output(buildEnvelope(z.array(campaign))),
  create: admin(...getPermittedRoles('campaign.manage'))
    .route({ method: 'POST', path: '/admin/campaigns', summary: 'Write down a campaign', tags })
    .input(
      z.object({
        code: z.string().max(80),
        name: z
          .string()
          .max(NAME_LIMIT * 2)
          .regex(PRINTABLE, 'A name is one line of text.'),
        text: z.string().max(MAX_TEXT_LENGTH * 2),
        amount: usdAmount,
        budget: usdAmount,
        startsOn: day,
        endsOn: day,
      }),
    )
    .output(buildEnvelope(campaign)),
  publish: admin(...getPermittedRoles('campaign.manage'))
    .route({
      method: 'POST',
      path: '/admin/campaigns/{id}/publish',
      summary: 'Put it before the public',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(campaign)),
  end: admin(...getPermittedRoles('campaign.manage'))
    .route({ method: 'POST', path: '/admin/campaigns/{id}/end', summary: 'End it early', tags })
    .input(
      z.object({
        id,
        reason: z
          .string()
          .max(REASON_LIMIT * 2)
          .default(''),
      }),
    )
    .output(buildEnvelope(campaign)),
}
