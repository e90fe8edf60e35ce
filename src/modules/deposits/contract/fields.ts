import { z } from 'zod'
import { COINS, CURRENCIES } from '#lib/money.ts'
import { timeline } from '#modules/transactions/contract.ts'
import { usd } from '#platform/http/schemas.ts'
import { DEPOSIT_STATUSES } from '../model.ts'

export const tags = ['Deposits']

/**
 * Taken as sent; what is missing or wrong is answered by the command, in the words of the contract.
 */
export const formText = z
  .union([z.string().max(200), z.number()])
  .transform(String)
  .optional()
export const id = z.string().max(60)
export const status = z.enum(DEPOSIT_STATUSES)
export const coin = z.enum(COINS)
export const currency = z.enum(CURRENCIES)
export const coinText = z.string().meta({ description: 'in the coin, exact' })

export const arrivedAt = z.string().max(40).optional().meta({
  description: 'when the payment was first seen, an ISO 8601 instant: it decides the rate',
})

export const outcome = {
  received: coinText.nullable().meta({ description: 'what arrived, in receivedIn' }),
  receivedIn: currency.nullable(),
  credited: usd.nullable(),
  reason: z.string().nullable(),
  overdue: z.boolean().meta({ description: 'pending for longer than a day' }),
  timeline,
}
