import { z } from 'zod'
import { RECEIPT_SOURCES } from '#modules/ledger/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, instant, usd } from '#platform/http/schemas.ts'
import { coin, currency, exact, receiptId, tags } from './fields.ts'

const heldLine = z.object({
  place: z.string(),
  currency,
  amount: exact,
  worth: usd.nullable().meta({ description: "at today's price; null where there is none" }),
})

const unmatchedLine = z.object({
  _id: receiptId.meta({ description: 'its receipt' }),
  currency,
  amount: exact,
  since: instant,
  reason: z.string(),
})

const holdings = z.object({
  custody: z.array(heldLine).meta({ description: 'custody by currency and location' }),
  exchange: z
    .object({
      positions: z.array(heldLine.omit({ place: true })),
      gain: usd.nullable().meta({ description: "the operator's gain or loss at current prices" }),
    })
    .meta({ description: 'between crypto and dollars' }),
  equity: usd.meta({ description: "the operator's capital" }),
  promotion: usd,
  fees: usd,
  suspense: z
    .array(unmatchedLine)
    .meta({ description: 'received and not yet matched to a member' }),
  plans: z.array(z.object({ _id: z.string(), placed: usd, income: usd })),
  owedToMembers: usd,
  prices: z.array(z.object({ coin, rate: z.string(), source: z.string(), at: instant })),
})

const receiptLine = z.object({
  _id: receiptId,
  source: z.enum(RECEIPT_SOURCES),
  reference: z.string(),
  outputIndex: z.int(),
  currency,
  amount: exact,
  arrivedAt: instant,
  recordedBy: z.string(),
  consumedBy: z
    .string()
    .nullable()
    .meta({ description: 'the transfer that used it; null while it is open' }),
})

/** The calls for what is held, and what was received. */
export const holdingCalls = {
  holdings: admin()
    .route({
      method: 'GET',
      path: '/admin/treasury',
      summary: 'Get the operator’s holdings and liabilities',
      tags,
    })
    .output(buildEnvelope(holdings)),
  receipts: admin()
    .route({
      method: 'GET',
      path: '/admin/receipts',
      summary: 'List receipts of payments, newest first, used or open',
      tags,
    })
    .input(z.object({ state: z.enum(['open', 'used']).optional() }))
    .output(buildEnvelope(z.array(receiptLine))),
}
