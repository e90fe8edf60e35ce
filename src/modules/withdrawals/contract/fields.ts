import { z } from 'zod'
import { COINS } from '#lib/money.ts'
import { buildListQuery, paymentMethod, timeline } from '#modules/transactions/contract.ts'
import { instant, usd } from '#platform/http/schemas.ts'
import { WITHDRAWAL_STATUSES } from '../model.ts'

export const tags = ['Withdrawals']

/**
 * Taken as sent; what is missing or wrong is answered by the command, in the words of the contract.
 * Another type has the message given here.
 */
const buildFormText = (typeMessage: string) =>
  z
    .union([z.string().max(300), z.number()], { error: typeMessage })
    .transform(String)
    .nullish()
    .transform((text) => text ?? undefined)

export const formText = buildFormText('Enter this field as text or a number.')
export const amountText = buildFormText('Please enter a valid amount.')
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
  arrives: usd.meta({ description: 'amount less the fee' }),
  payableFrom: instant.meta({ description: 'end of the hold on its address' }),
  cooling: z.boolean().meta({ description: "its address is new and can't be used yet" }),
  expectedBy: instant
    .nullable()
    .meta({ description: 'expected payment time, for open withdrawals only' }),
  inReview: z.boolean().meta({ description: 'its payment waits for a review by the staff' }),
  late: z.boolean().meta({ description: 'open and past the expected payment time' }),
  place: z.int().nullable().meta({ description: 'position in the queue of open withdrawals' }),
  secondAdminNeeded: z
    .boolean()
    .meta({ description: 'pending, and two admins have to approve it' }),
  approvedOnce: z.boolean().meta({ description: 'one admin has approved; another has to' }),
  coinAmount: z.string().nullable().meta({ description: 'fixed at approval' }),
  rate: z.string().nullable(),
  txid: z.string().nullable().meta({ description: 'as its chain writes it' }),
  explorer: z
    .string()
    .nullable()
    .meta({ description: 'page of the transaction in a block explorer; null if it has none' }),
  sending: z
    .object({
      txid: z.string(),
      explorer: z.string().nullable(),
      sentAt: instant,
      confirmations: z.int(),
      needed: z.int().nullable().meta({ description: 'null until the block is final' }),
    })
    .nullable()
    .meta({ description: 'the payment on its chain while it is not confirmed' }),
  reason: z.string().nullable(),
  closedAt: instant.nullable(),
  timeline,
})

export const listQuery = buildListQuery(status)
