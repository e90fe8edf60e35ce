import { z } from 'zod'
import { mapWalletFields } from '#lib/currencies.ts'
import { paymentMethod } from '#modules/transactions/contract.ts'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, instant } from '#platform/http/schemas.ts'
import { coin, formText, tags } from './fields.ts'

const wallet = z.object({
  _id: z.string(),
  coin,
  payment_method: paymentMethod,
  address: z.string(),
  network: z.string(),
  main: z.boolean(),
  createdAt: instant,
  usableFrom: instant,
  usable: z.boolean(),
})

const wallets = z.object({
  ...mapWalletFields(() => z.string()),
  saved: z.array(wallet),
  now: instant.meta({ description: 'server time' }),
})

/** Saved addresses. */
export const walletCalls = {
  wallets: member
    .route({ method: 'GET', path: '/wallets', summary: 'List the member’s saved addresses', tags })
    .output(buildEnvelope(wallets)),
  saveWallets: member
    .route({
      method: 'PUT',
      path: '/wallets',
      summary: 'Set the member’s addresses; an empty text removes one',
      tags,
    })
    .input(z.object(mapWalletFields(() => formText)))
    .output(buildEnvelope(wallets)),
}
