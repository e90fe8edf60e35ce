import { z } from 'zod'
import { anyone, member } from '#platform/http-contract.ts'
import { day, envelope, usd } from '#platform/http-schemas.ts'
import { PLAN_FAMILIES } from './model.ts'

const percentage = z
  .string()
  .meta({ description: "over the whole term, such as '50%': a target, no promise" })

const plan = z.object({
  _id: z.string(),
  family: z.enum(PLAN_FAMILIES),
  name: z.string(),
  minAmount: usd,
  maxAmount: usd,
  percentage,
  yearly: z.string().nullable().meta({ description: 'the same a year; only for terms of a year or more' }),
  termDays: z.int(),
  liquidity: z.string(),
  fees: z.string(),
  basis: z.string().meta({ description: 'what the target rests on' }),
  risk: z.string(),
  warning: z.string().nullable().meta({ description: 'where the target is out of the ordinary' }),
  sample: z.boolean(),
  label: z.string().nullable().meta({ description: 'what stands wherever the figures of a sample show' }),
})

const position = z.object({
  _id: z.string(),
  plan: z.object({
    _id: z.string(),
    name: z.string(),
    family: z.enum(PLAN_FAMILIES),
    sample: z.boolean(),
    label: z.string().nullable(),
  }),
  status: z.enum(['open', 'redeemed', 'matured', 'lost']),
  principal: usd.meta({ description: 'what was invested at first' }),
  remaining: usd.meta({ description: 'what is invested now' }),
  percentage,
  termDays: z.int(),
  daysPassed: z.int(),
  openedOn: day,
  maturesOn: day,
  accrued: usd.meta({ description: 'an estimate as of today; in no balance' }),
  target: usd.meta({ description: 'what falls due at maturity if the target is met' }),
  maturedOn: day.nullable().meta({ description: 'when its term was settled' }),
  returnDue: usd.meta({ description: 'what fell due at maturity' }),
  returnPaid: usd.meta({ description: 'what of that was paid, out of recorded income' }),
})

export const plansContract = {
  list: anyone
    .route({ method: 'GET', path: '/plans', summary: 'The plans on offer', tags: ['Plans'] })
    .output(envelope(z.array(plan))),
  positions: member
    .route({ method: 'GET', path: '/positions', summary: "The member's own positions", tags: ['Plans'] })
    .output(envelope(z.array(position))),
}
