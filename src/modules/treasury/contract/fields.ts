import { z } from 'zod'
import { COINS, CURRENCIES } from '#lib/money.ts'

export const tags = ['Treasury']

/** A field that the command validates, so that every error names its field. */
export const formText = z
  .union([z.string().max(1_000), z.number()])
  .transform(String)
  .default('')
export const currency = z.enum(CURRENCIES)
export const coin = z.enum(COINS)
export const exact = z.string().meta({ description: 'in its currency, exact' })
export const coinAmount = formText.meta({ description: 'in its currency, as a text or a number' })
export const receiptId = z.string().max(60)
export const breakId = z.string().max(60)
export const reason = formText.meta({ description: 'why, and where the evidence is' })
export const destination = formText.meta({ description: 'the destination' })

/** The reference of an incoming payment; without one the sandbox simulates a payment. */
export const paymentReferenceFields = {
  txid: z.string().max(200).optional(),
  outputIndex: z.int().min(0).max(100_000).optional(),
  bankReference: z.string().max(200).optional(),
}

export const place = z
  .string()
  .max(60)
  .optional()
  .meta({ description: 'default: hot for crypto, bank for dollars' })
export const arriving = { currency, amount: coinAmount, place, ...paymentReferenceFields, reason }
export const leaving = { currency, amount: coinAmount, place, destination, reason }
export const plan = z.string().max(60)

export const account = z.string().max(60)
export const amount = z.string().meta({ description: "in the account's currency, exact" })
export const person = z.object({ _id: z.string(), name: z.string() })
export const where = { account, place: z.string(), currency }
