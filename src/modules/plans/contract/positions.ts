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
  principal: usd.meta({ description: 'amount initially invested' }),
  remaining: usd.meta({ description: 'amount invested now' }),
  percentage: percentageSchema,
  termDays: z.int(),
  daysPassed: z.int(),
  openedOn: day,
  maturesOn: day,
  accrued: usd.meta({ description: 'estimate as of today, not included in any balance' }),
  target: usd.meta({ description: 'return due at maturity if the target is met' }),
  maturedOn: day
    .nullable()
    .meta({ description: 'when its term was settled, or its deposit reversed' }),
  returnDue: usd.meta({ description: 'return that fell due at maturity' }),
  returnPaid: usd.meta({ description: 'part of returnDue that was paid, from recorded income' }),
  origin: z.enum(['deposit', 'balance', 'reinvested']),
  atMaturity: z
    .enum(AT_MATURITY)
    .meta({ description: 'what happens at maturity; can be changed until the day before' }),
  noticePeriodDays: planTermsOutput.noticePeriodDays,
  liquidity: planTermsOutput.liquidity,
  pendingRedemption: usd.meta({
    description: 'part of the remaining amount that is under notice',
  }),
})

export const redemptionPreview = z.object({
  amount: usd,
  stays: usd.meta({ description: 'principal that remains invested' }),
  accrued: usd.meta({
    description: 'accrued to date; due at maturity if the target is met',
  }),
  accruesUntil: day.meta({ description: 'last day that the redeemed amount accrues' }),
  target: usd.meta({ description: 'return then due at maturity if the target is met' }),
  forgoneTarget: usd.meta({ description: 'target return that the redemption forgoes' }),
  noticePeriodDays: z.int(),
  maturesOn: day,
})

export const redemptionNotice = z.object({
  _id: z.string(),
  position: z.string(),
  plan: z.object({ name: z.string(), family: z.enum(PLAN_FAMILIES) }),
  amount: usd,
  requestedOn: day,
  endsOn: day.meta({ description: 'day on which the amount becomes cash; it accrues until then' }),
  status: z.enum(['waiting', 'done', 'cancelled']),
  place: z.int().nullable().meta({ description: 'position in the plan’s queue' }),
})

export const staffRedemptionNotice = redemptionNotice.extend({
  member: z.object({ _id: z.string(), name: z.string() }),
})

const returnSource = z.object({
  amount: usd,
  source: z.string(),
  periodFrom: day,
  periodTo: day,
  evidence: z.string().meta({ description: 'SHA-256 of the evidence file' }),
})

export const positionTimeline = positionSchema.extend({
  owed: usd.meta({ description: 'return that is due and not yet paid' }),
  returns: z
    .array(z.object({ paidOn: day, amount: usd, incomes: z.array(returnSource) }))
    .meta({ description: 'returns paid, each with the income it was paid from' }),
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
    .meta({ description: 'amounts redeemed, with the day a released withdrawal returned them' }),
  reinvestedAs: z
    .string()
    .nullable()
    .meta({ description: 'the position it was reinvested in at maturity' }),
})
