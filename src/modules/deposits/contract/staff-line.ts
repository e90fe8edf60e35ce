import { z } from 'zod'
import { memberOfRow, paymentMethod, waiting } from '#modules/transactions/contract.ts'
import { instant, usd } from '#platform/http/schemas.ts'
import { coin, coinText, outcome, status } from './fields.ts'

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
  ...waiting,
  expectedBy: instant
    .nullable()
    .meta({ description: 'until when it should be decided; null unless it is pending' }),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  reversedBy: z.string().nullable().meta({ description: 'the admin who approved the reversal' }),
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
