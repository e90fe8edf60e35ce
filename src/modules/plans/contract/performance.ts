import { z } from 'zod'
import { PLAN_ASSETS_EVENTS } from '#modules/treasury/model.ts'
import { day, instant, usd } from '#platform/http/schemas.ts'
import { PLAN_FAMILIES } from '../model.ts'
import { id } from './inputs.ts'
import { monthResult } from './plans.ts'

const resultFields = {
  _id: id,
  amount: usd,
  periodFrom: day,
  periodTo: day,
  recordedOn: day,
  recordedAt: instant,
}

const resultProof = {
  approval: id.meta({ description: 'the proposal that a second admin agreed to' }),
  evidence: z.object({ path: z.string(), sha256: z.string() }),
}

const incomeLine = z.object({
  ...resultFields,
  ...resultProof,
  source: z.string(),
  receipt: id,
  used: usd.meta({ description: 'what of it has gone into distributions' }),
  unused: usd,
  reversed: z
    .object({ at: instant, by: z.string(), reason: z.string() })
    .nullable()
    .meta({ description: 'when and why it was reversed; null while it counts' }),
})

const lossLine = z.object({
  ...resultFields,
  ...resultProof,
  cause: z.string(),
  positions: z.int().meta({ description: 'how many bore it' }),
})

const distributionLine = z.object({
  _id: id,
  day,
  funded: usd,
  due: usd,
  paid: usd,
  begunAt: instant,
  endedAt: instant.nullable(),
})

const planFigures = z.object({
  invested: usd,
  recorded: usd,
  recordedWhilePlaced: usd.meta({
    description: 'the part recorded as income while assets were placed for the plan',
  }),
  used: usd,
  unused: usd,
  lost: usd,
  paid: usd.meta({ description: 'returns paid out of income' }),
  owed: usd.meta({ description: 'returns that are due and wait for income' }),
  months: z
    .array(monthResult)
    .meta({ description: 'the oldest first; a month with capital and no result counts as zero' }),
})

const planAssets = z.object({
  placed: usd,
  returned: usd.meta({ description: 'came back as capital' }),
  writtenOff: usd,
  outstanding: usd.meta({ description: 'still placed outside, at cost' }),
  since: day.nullable().meta({ description: 'placed without a break; null while nothing is' }),
  lastConfirmed: z
    .object({
      event: z.enum(PLAN_ASSETS_EVENTS),
      on: day,
      proposedBy: z.string(),
      approvedBy: z.string(),
    })
    .nullable()
    .meta({ description: 'the last movement of it, which two admins confirmed' }),
})

export const planPerformance = z.object({
  _id: id,
  name: z.string(),
  family: z.enum(PLAN_FAMILIES),
  figures: planFigures,
  assets: planAssets.nullable().meta({ description: 'null where nothing was ever placed' }),
  income: z.array(incomeLine),
  losses: z.array(lossLine),
  distributions: z.array(distributionLine),
})

export const planSummary = z.object({
  _id: id,
  name: z.string(),
  family: z.enum(PLAN_FAMILIES),
  figures: planFigures.omit({ months: true }),
})
