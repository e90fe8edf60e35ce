import { z } from 'zod'
import { day, usd } from '#platform/http/schemas.ts'
import { POSITION_STATUSES } from '../model/position.ts'
import { AT_MATURITY, PLAN_FAMILIES } from '../model.ts'
import { planTermsOutput } from './plan-terms.ts'
import { percentageSchema, sampleLabel, targetWarning } from './plans.ts'

export const positionSchema = z.object({
  _id: z.string(),
  plan: z.object({
    _id: z.string(),
    name: z.string(),
    family: z.enum(PLAN_FAMILIES),
    sample: z.boolean(),
    label: sampleLabel,
    risk: planTermsOutput.risk,
    warning: targetWarning,
  }),
  status: z.enum(POSITION_STATUSES),
  principal: usd.meta({ description: 'what was invested at first' }),
  remaining: usd.meta({ description: 'what is invested now' }),
  percentage: percentageSchema,
  termDays: z.int(),
  daysPassed: z.int(),
  openedOn: day,
  maturesOn: day,
  accrued: usd.meta({ description: 'an estimate as of today; in no balance' }),
  target: usd.meta({ description: 'what falls due at maturity if the target is met' }),
  maturedOn: day
    .nullable()
    .meta({ description: 'when its term was settled, or its deposit reversed' }),
  returnDue: usd.meta({ description: 'what fell due at maturity' }),
  returnPaid: usd.meta({ description: 'what of that was paid, out of recorded income' }),
  origin: z.enum(['deposit', 'balance', 'reinvested']),
  atMaturity: z
    .enum(AT_MATURITY)
    .meta({ description: 'what becomes of it then; the choice is open until the day before' }),
  noticePeriodDays: planTermsOutput.noticePeriodDays,
  liquidity: planTermsOutput.liquidity,
  pendingRedemption: usd.meta({
    description: 'how much of what remains waits for its notice to end',
  }),
})

export const redemptionPreview = z.object({
  amount: usd,
  stays: usd.meta({ description: 'the principal that stays invested' }),
  accrued: usd.meta({
    description: 'accrued so far; it falls due at maturity, if the target is met',
  }),
  accruesUntil: day.meta({ description: 'the last day that counts for the part' }),
  target: usd.meta({ description: 'what falls due at maturity then, if the target is met' }),
  forgoneTarget: usd.meta({ description: 'how much of the target the part gives up' }),
  noticePeriodDays: z.int(),
  maturesOn: day,
})

export const redemptionNotice = z.object({
  _id: z.string(),
  position: z.string(),
  plan: z.object({ name: z.string(), family: z.enum(PLAN_FAMILIES) }),
  amount: usd,
  requestedOn: day,
  endsOn: day.meta({ description: 'the day it is cash; until then it accrues' }),
  status: z.enum(['waiting', 'done', 'cancelled']),
  place: z.int().nullable().meta({ description: 'among those of its plan that wait' }),
})

export const staffRedemptionNotice = redemptionNotice.extend({
  member: z.object({ _id: z.string(), name: z.string() }),
})

const returnSource = z.object({
  amount: usd,
  source: z.string(),
  periodFrom: day,
  periodTo: day,
  evidence: z.string().meta({ description: 'the SHA-256 of the file that shows it' }),
})

export const positionTimeline = positionSchema.extend({
  owed: usd.meta({ description: 'what fell due and was not paid yet' }),
  returns: z
    .array(z.object({ paidOn: day, amount: usd, incomes: z.array(returnSource) }))
    .meta({ description: 'what was paid, and the income that each payment came out of' }),
  losses: z.array(
    z.object({
      lostOn: day,
      amount: usd,
      cause: z.string(),
      periodFrom: day,
      periodTo: day,
      ofPlan: usd,
    }),
  ),
  parts: z
    .array(
      z.object({
        on: day,
        amount: usd,
        by: z.enum(['withdrawal', 'notice']),
        restoredOn: day.nullable(),
      }),
    )
    .meta({ description: 'what was taken out, and given back where the withdrawal was' }),
  reinvestedAs: z
    .string()
    .nullable()
    .meta({ description: 'the position that followed at maturity' }),
})
