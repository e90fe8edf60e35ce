import { z } from 'zod'
import { COINS } from '#lib/money.ts'
import { buildListQuery, paymentMethod, timeline } from '#modules/transactions/contract.ts'
import { instant, usd } from '#platform/http/schemas.ts'
import { WITHDRAWAL_STATUSES } from '../model.ts'

export const tags = ['Withdrawals']

/**
 * Taken as sent; what is missing or wrong is answered by the command, in the words of the contract.
 */
export const formText = z
  .union([z.string().max(300), z.number()])
  .transform(String)
  .optional()
export const id = z.string().max(60)
const status = z.enum(WITHDRAWAL_STATUSES)
export const coin = z.enum(COINS)

export const withdrawal = z.object({
  _id: z.string(),
  amount: usd,
  payment_method: paymentMethod,
  status,
  createdAt: instant,
  source: z.enum(['balance', 'profit']),
  coin,
  wallet_address: z.string(),
  fee: usd,
  arrives: usd.meta({ description: 'the amount without the fee' }),
  payableFrom: instant.meta({ description: 'when its address has cooled down' }),
  cooling: z.boolean().meta({ description: "its address is new and can't be paid yet" }),
  expectedBy: instant
    .nullable()
    .meta({ description: 'by when the operator says that it pays; open ones alone' }),
  late: z.boolean().meta({ description: 'open, and later than the operator says' }),
  place: z.int().nullable().meta({ description: 'in the queue of those that are open' }),
  secondAdminNeeded: z.boolean().meta({ description: 'one admin has approved; another has to' }),
  coinAmount: z.string().nullable().meta({ description: 'fixed at approval' }),
  rate: z.string().nullable(),
  txid: z.string().nullable(),
  reason: z.string().nullable(),
  closedAt: instant.nullable(),
  timeline,
})

export const listQuery = buildListQuery(status)
