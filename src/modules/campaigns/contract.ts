import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, anyone } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, usd, usdAmount } from '#platform/http/schemas.ts'
import { MAX_TEXT_LENGTH, NAME_LIMIT, REASON_LIMIT } from './model.ts'

const tags = ['Campaigns']
const id = z.string().max(60)
const PRINTABLE = /^\P{Cc}*$/u

const offer = z.object({
  code: z.string().meta({ description: 'the value of ?campaign=' }),
  name: z.string(),
  text: z.string(),
  amount: usd,
  startsOn: day,
  endsOn: day,
  endsAt: instant.meta({ description: 'the end of the countdown; it never moves' }),
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
  used: usd.meta({ description: 'rewards due so far, paid or not' }),
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
      summary: 'Get the running campaign, or the one with a code',
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
      summary: 'List campaigns, newest first',
      tags,
    })
    .output(buildEnvelope(z.array(campaign))),
  create: admin(...getPermittedRoles('campaign.manage'))
    .route({ method: 'POST', path: '/admin/campaigns', summary: 'Create a campaign', tags })
    .input(
      z.object({
        code: z.string().max(80),
        name: z
          .string()
          .max(NAME_LIMIT * 2)
          .regex(PRINTABLE, 'Enter a single line of text.'),
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
      summary: 'Publish a campaign',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(campaign)),
  end: admin(...getPermittedRoles('campaign.manage'))
    .route({
      method: 'POST',
      path: '/admin/campaigns/{id}/end',
      summary: 'End a campaign early',
      tags,
    })
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
