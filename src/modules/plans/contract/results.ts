import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'
import { buildEntry } from '#modules/transactions/contract.ts'
import { day, instant, usd } from '#platform/http/schemas.ts'
import { id } from './inputs.ts'

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
