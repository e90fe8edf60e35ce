import { z } from 'zod'
import { buildEntry, checks, memberOfRow, paymentMethod } from '#modules/transactions/contract.ts'
import { instant, usd } from '#platform/http/schemas.ts'
import { CASH_REASONS } from '../model.ts'
import { coin, coinText, currency, outcome, status } from './fields.ts'

export const staffLine = z.object({
  _id: z.string(),
  withdrawable_balance: usd.meta({ description: 'the amount; an old name for it' }),
  amount: usd.meta({ description: 'credited; until then as quoted' }),
  quoted: usd,
  arrivedAt: instant
    .nullable()
    .meta({ description: 'when the payment was first seen; null while unknown' }),
  observed: z
    .string()
    .nullable()
    .meta({ description: 'what staff observed of a payment without a proof' }),
  status,
  createdAt: instant,
  payment_method: paymentMethod,
  coin,
  coinAmount: coinText,
  address: z.string(),
  plan: z.string(),
  member: memberOfRow,
  proof: z.object({ type: z.string(), path: z.string() }).nullable(),
  late: z.boolean(),
  rate: z
    .string()
    .meta({ description: 'what coin is credited at: locked, or when late that of its arrival' }),
  expected: usd.meta({ description: 'what the quoted coin is worth at that rate' }),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  journalNumber: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'in a list: the journal number of its credit; null until finalised' }),
  evidence: z.string().nullable().optional().meta({
    description:
      'in a list: whether a transaction, a bank payment or a simulated receipt credited it',
  }),
  ...outcome,
})

const change = z.object({ before: usd, after: usd })

export const review = z.object({
  deposit: staffLine,
  address: z.string(),
  network: z.string(),
  checks,
  entries: z
    .array(buildEntry(currency, coinText))
    .meta({ description: 'what confirming will post; once completed, what it has posted' }),
  effects: z
    .object({
      credited: usd,
      invested: usd.meta({ description: 'what opens a position; the rest stays cash' }),
      cashReason: z
        .enum(CASH_REASONS)
        .nullable()
        .meta({ description: 'why everything stays cash; null where it is invested' }),
      balance: change,
      owed: change.meta({ description: 'to all members' }),
    })
    .nullable()
    .meta({ description: 'null where there is nothing to confirm' }),
  arrivedAt: instant
    .nullable()
    .meta({ description: 'when the payment was first seen; null while unknown' }),
  secondAdmin: z.boolean().meta({ description: 'confirming needs the approval of another admin' }),
  waiting: z
    .object({ proposal: z.string(), by: z.string(), at: instant })
    .nullable()
    .meta({ description: 'who has confirmed it, where it waits for a second admin' }),
  receiptNeeded: z
    .boolean()
    .meta({ description: 'live: a transaction id or bank reference has to be named' }),
})
