import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'
import { buildEntry } from '#modules/transactions/contract.ts'
import { PLAN_ASSETS_EVENTS } from '#modules/treasury/model.ts'
import { day, instant, usd } from '#platform/http/schemas.ts'
import { PLAN_FAMILIES } from '../model.ts'
import { id } from './inputs.ts'
import { monthResult } from './plans.ts'

export const waitingProposal = z.object({
  _id: id.meta({ description: 'of the proposal' }),
  state: z.literal('waiting'),
  content: z
    .record(z.string(), z.string().nullable())
    .meta({ description: 'what a second admin decides on' }),
  hash: z.string().meta({ description: 'of the content, for the one who decides' }),
  expiresAt: instant,
})

/** The amounts that reversing an income posts. */
export const incomeReversal = z.object({
  refusal: z
    .string()
    .nullable()
    .meta({ description: 'why it can’t be reversed now; null where it can' }),
  entries: z
    .array(buildEntry(z.enum(CURRENCIES), z.string()))
    .meta({ description: 'what the reversal will post' }),
  waiting: z
    .object({ proposal: z.string(), by: z.string(), at: instant })
    .nullable()
    .meta({ description: 'who has proposed it; null without a proposal' }),
})

export const proposedReversal = z.object({
  proposal: z.string().meta({ description: 'what a second admin approves or rejects' }),
})

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

const owedReturn = z.object({
  position: z.string(),
  member: z.object({ _id: z.string(), name: z.string() }),
  principal: usd,
  maturedOn: day,
  due: usd,
  paid: usd,
  owed: usd,
})

const maturingDay = z.object({ day, positions: z.int(), principal: usd })

export const planReturns = z.object({
  owed: z
    .array(owedReturn)
    .meta({ description: 'what fell due and waits for income, the oldest first; at most 500' }),
  upcoming: z.array(maturingDay).meta({ description: 'the next days on which terms end' }),
})
