import { z } from 'zod'
import { paymentMethod } from '#modules/transactions/contract.ts'
import { day, instant, usd } from '#platform/http/schemas.ts'
import { coin, formText, id } from './fields.ts'

export const requestInput = z.object({
  amount: formText,
  payment_channel: formText,
  wallet_address: formText,
  source: formText,
  positions: z.array(id).max(200).optional(),
})

export const preview = z.object({
  amount: usd,
  source: z.enum(['balance', 'profit']),
  payment_method: paymentMethod,
  coin,
  wallet_address: z.string(),
  network: z.string(),
  newAddress: z.boolean().meta({ description: 'it would be saved with the request' }),
  cooling: z.boolean().meta({ description: 'the address would have to cool down first' }),
  payableFrom: instant,
  fee: usd,
  arrives: usd,
  coinAmount: z.string().nullable().meta({ description: 'an estimate; fixed at approval' }),
  rate: z.string().nullable(),
  fromCash: usd.meta({ description: 'from cash, or from profit when that is the source' }),
  parts: z.array(
    z.object({
      position: z.string(),
      plan: z.string(),
      openedOn: day,
      amount: usd,
      stays: usd.meta({ description: 'stays invested' }),
      accrued: usd.meta({
        description: 'accrued so far and retained; due at maturity if the target is met',
      }),
      target: usd.meta({ description: 'due at maturity then, if the target is met' }),
      forgoneTarget: usd.meta({ description: 'how much of the target the part gives up' }),
      maturesOn: day,
    }),
  ),
  place: z.int().meta({ description: 'that it would have in the queue' }),
  expectedBy: instant,
})
