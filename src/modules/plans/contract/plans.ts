import { z } from 'zod'
import { day, instant, usd } from '#platform/http/schemas.ts'
import { PLAN_FAMILIES } from '../model.ts'
import { optionalText } from './inputs.ts'
import { planTermsInput, planTermsOutput } from './plan-terms.ts'

export const percentageSchema = z
  .string()
  .meta({ description: "target return over the whole term, e.g. '50%'; not guaranteed" })

export const targetWarning = z
  .string()
  .nullable()
  .meta({ description: 'warning for a target above the limit' })

export const sampleLabel = z
  .string()
  .nullable()
  .meta({ description: 'of a sample plan; shown next to each of its figures' })

/** A plan version as every call answers it. */
export const planSchema = z.object({
  _id: z.string(),
  family: z.enum(PLAN_FAMILIES),
  name: z.string(),
  minAmount: usd,
  maxAmount: usd,
  percentage: percentageSchema,
  yearly: z
    .string()
    .nullable()
    .meta({ description: 'target per year; only for terms of a year or more' }),
  termDays: z.int(),
  ...planTermsOutput,
  warning: targetWarning,
  sample: z.boolean(),
  label: sampleLabel,
})

/** The result of a plan in one month, as every call answers it. */
export const monthResult = z.object({
  month: z.string().meta({ description: 'the month in which the period ended, 2026-11' }),
  income: usd,
  loss: usd,
  capital: usd.meta({ description: 'average principal of the days with any; zero if none' }),
  rateBps: z
    .int()
    .nullable()
    .meta({
      description:
        'income less losses in hundredths of a per cent of the capital, rounded down; ' +
        'null without capital',
    }),
})

/** A plan version as members see it before they invest; also the plan of a deposit. */
export const offeredPlan = planSchema.extend({
  worstMonth: monthResult.nullable().meta({
    description:
      'the month with the lowest result by capital; a month without income counts as zero; ' +
      'null before the first full month',
  }),
})

const staffVersion = planSchema.extend({
  number: z.int(),
  extraordinary: z.boolean(),
  effectiveFrom: day,
  onOffer: z.boolean(),
  proposedBy: z.string(),
  proposedAt: instant,
  publishedBy: z.string().nullable(),
  publishedAt: instant.nullable(),
  waits: z
    .boolean()
    .meta({ description: 'a draft that an admin other than its proposer has to publish' }),
  mine: z.boolean().meta({ description: 'the caller proposed it' }),
})

export const staffPlan = z.object({
  _id: z.string(),
  family: z.enum(PLAN_FAMILIES),
  name: z.string(),
  state: z.enum(['draft', 'published', 'closed']),
  createdAt: instant,
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closedBecause: z.string().nullable(),
  versions: z.array(staffVersion).meta({ description: 'the newest first' }),
})

export const proposedVersion = z.object({
  _id: z.string().meta({ description: 'of the version' }),
  plan: z.string(),
  number: z.int(),
  extraordinary: z.boolean().meta({ description: 'another admin has to publish it' }),
})

export const planOfferInput = z.object({
  family: z.enum(PLAN_FAMILIES),
  name: z.string().max(4_000),
  minAmount: optionalText.meta({ description: 'dollars, at most two decimals' }),
  maxAmount: optionalText.meta({ description: 'dollars, at most two decimals' }),
  percentage: optionalText.meta({ description: "the target over the whole term, such as '12.5%'" }),
  termDays: z.int(),
  ...planTermsInput,
  sample: z.boolean().default(false),
  effectiveFrom: day.optional().meta({ description: 'today by default' }),
})
