import { z } from 'zod'
import { COINS, CURRENCIES } from '#lib/money.ts'
import { timeline } from '#modules/transactions/contract.ts'
import { usd } from '#platform/http/schemas.ts'
import { DEPOSIT_STATUSES, TEXTS } from '../model.ts'

export const tags = ['Deposits']

/**
 * Taken as sent; what is missing or wrong is answered by the command, in the words of the contract.
 * Another type has the message given here.
 */
const buildFormText = (typeMessage: string) =>
  z
    .union([z.string().max(200), z.number()], { error: typeMessage })
    .transform(String)
    .nullish()
    .transform((text) => text ?? undefined)

export const formText = buildFormText('Enter this field as text or a number.')
/** A part of the choice of plan, method and amount. */
export const choiceText = buildFormText(TEXTS.missing)
export const id = z.string().max(60)
export const status = z.enum(DEPOSIT_STATUSES)
export const coin = z.enum(COINS)
export const currency = z.enum(CURRENCIES)
export const coinText = z.string().meta({ description: 'exact amount in the coin' })

export const arrivedAt = z.string().max(40).optional().meta({
  description: 'when the payment was first seen, an ISO 8601 instant: it decides the rate',
})

export const outcome = {
  received: coinText
    .nullable()
    .meta({ description: 'amount received, in the currency receivedIn' }),
  receivedIn: currency.nullable(),
  credited: usd.nullable(),
  notInvested: z.boolean().meta({
    description: 'credited and not invested: below the minimum, late, or the plan closed',
  }),
  reason: z.string().nullable(),
  overdue: z.boolean().meta({ description: 'pending for longer than a day' }),
  timeline,
}
