import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, anyone, member } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, usd } from '#platform/http/schemas.ts'
import { REWARD_KINDS, REWARD_STATES } from './model.ts'

const tags = ['Affiliates']
const country = z.string().trim().toUpperCase().length(2)
const totals = z.object({ due: usd, paid: usd })

const referral = z.object({
  on: z.boolean().meta({ description: 'off: no link, no menu item' }),
  link: z.string().nullable(),
  percentage: z.string().nullable().meta({ description: "of the invited member's first deposit" }),
})

const affiliate = z.object({
  first_name: z.string(),
  last_name: z.string(),
  referral_code: z.string(),
  isVerified: z.boolean(),
  createdAt: instant,
  parent: z.string().meta({ description: 'referral code of the member who invited them' }),
  status: z.enum(['Active', 'Not Active']),
})

const reward = z.object({
  _id: z.string(),
  kind: z.enum(REWARD_KINDS),
  state: z.enum(REWARD_STATES),
  amount: usd,
  member: z.object({ _id: z.string(), name: z.string() }).meta({ description: 'who is rewarded' }),
  referred: z
    .object({ _id: z.string(), name: z.string() })
    .meta({ description: 'whose first deposit it is' }),
  deposit: z.string(),
  campaign: z.string().nullable(),
  notedAt: instant,
  dueAt: instant.nullable(),
  paidOn: day.nullable(),
  declineReason: z.string().nullable(),
  before: z.string().meta({ description: 'send as `before` to read on behind it' }),
})

const countries = z.union([z.literal('all'), z.array(country).max(300)])
const incentives = z.object({
  referral: z.object({ on: z.boolean(), percentageBps: z.int(), countries }),
  campaigns: z.object({ on: z.boolean(), countries }),
})

export const affiliatesContract = {
  affiliates: member
    .route({
      method: 'GET',
      path: '/users/affiliates',
      summary: 'List the members that this member invited',
      tags,
    })
    .output(z.object({ message: z.string(), data: z.array(affiliate), totals, referral })),
  incentives: member
    .route({
      method: 'GET',
      path: '/user/incentives',
      summary: 'Get the incentives that are on for the member',
      tags,
    })
    .output(
      buildEnvelope(z.object({ referral, campaigns: z.object({ on: z.boolean() }), totals })),
    ),
  invitation: anyone
    .route({
      method: 'GET',
      path: '/referral/{code}',
      summary: 'Get the reward terms shown to an invited person',
      tags,
    })
    .input(z.object({ code: z.string().max(20), country: country.optional() }))
    .output(buildEnvelope(z.object({ says: z.string().nullable() }))),
  rewards: admin()
    .route({
      method: 'GET',
      path: '/admin/rewards',
      summary: 'List rewards, newest first, including rejected ones',
      tags,
    })
    .input(
      z.object({
        state: z.enum(REWARD_STATES).optional(),
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      }),
    )
    .output(
      z.object({
        message: z.string(),
        data: z.array(reward),
        totals: totals.extend({ promotion: usd }),
      }),
    ),
  readIncentives: admin()
    .route({
      method: 'GET',
      path: '/admin/incentives',
      summary: 'Get which incentives are on, and where',
      tags,
    })
    .output(buildEnvelope(incentives)),
  setIncentives: admin(...getPermittedRoles('installation.manage'))
    .route({ method: 'PUT', path: '/admin/incentives', summary: 'Turn incentives on or off', tags })
    .input(incentives)
    .output(buildEnvelope(incentives)),
}
