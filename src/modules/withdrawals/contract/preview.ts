import { z } from 'zod'
import { PLAN_FAMILIES } from '#modules/plans/model.ts'
import { paymentMethod } from '#modules/transactions/contract.ts'
import { day, instant, usd } from '#platform/http/schemas.ts'
import { amountText, coin, formText, id } from './fields.ts'

export const requestInput = z.object({
  amount: amountText,
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
  newAddress: z
    .boolean()
    .meta({ description: 'true if the address would be saved with the request' }),
  cooling: z.boolean().meta({ description: 'true if the address would be on hold first' }),
  payableFrom: instant,
  fee: usd,
  arrives: usd,
  coinAmount: z.string().nullable().meta({ description: 'estimate; fixed at approval' }),
  rate: z.string().nullable(),
  fromCash: usd.meta({ description: 'from cash, or from profit when that is the source' }),
  parts: z.array(
    z.object({
      position: z.string(),
      plan: z.string(),
      family: z.enum(PLAN_FAMILIES),
      openedOn: day,
      amount: usd,
      stays: usd.meta({ description: 'principal that remains invested' }),
      accrued: usd.meta({
        description: 'accrued to date and retained; due at maturity if the target is met',
      }),
      target: usd.meta({ description: 'return then due at maturity if the target is met' }),
      forgoneTarget: usd.meta({ description: 'target return that the redemption forgoes' }),
      maturesOn: day,
    }),
  ),
  place: z.int().meta({ description: 'queue position it would have' }),
  expectedBy: instant,
})
