import { z } from 'zod'
import { COINS } from '#lib/money.ts'
import { anyone, anyoneBeforeOpening } from '#platform/http/contract.ts'
import { buildEnvelope, instant, usd } from '#platform/http/schemas.ts'
import { PAYMENT_METHODS } from './model.ts'

const paymentMethod = z.object({
  _id: z.enum(PAYMENT_METHODS),
  name: z.string().meta({ description: 'the display name' }),
  coin: z.enum(COINS),
  chain: z.string(),
  network: z
    .string()
    .meta({ description: "lower-cased method, then the chain: 'usdt, ERC-20 on Ethereum'" }),
  open: z.boolean().meta({ description: 'whether the operator takes payments by it now' }),
  sample: z.boolean().meta({ description: 'pays to a sample address of a test network' }),
  quoteMinutes: z.int(),
  confirmations: z.int(),
  withdrawalFee: usd,
  minWithdrawal: usd,
  announcedFees: z
    .object({ withdrawalFee: usd, minWithdrawal: usd, effectiveFrom: instant })
    .nullable()
    .meta({ description: 'higher ones that apply later' }),
})

const pause = z.object({ reason: z.string(), since: z.string() }).nullable()

const operator = z.object({
  mode: z.enum(['sandbox', 'live']),
  brand: z.string(),
  legalName: z.string(),
  address: z.string(),
  email: z.string(),
  registration: z.string(),
  statedHours: z
    .int()
    .meta({ description: 'the stated time from a withdrawal request to its payout' }),
  walletCoolDownHours: z.int(),
  pauses: z.object({ deposits: pause, withdrawals: pause, signUps: pause }),
  legal: z.object({ terms: z.string(), riskDisclosure: z.string() }),
})

export const settingsContract = {
  paymentMethods: anyone
    .route({
      method: 'GET',
      path: '/payment-methods',
      summary: 'List payment methods with fees and limits',
      tags: ['Settings'],
    })
    .output(buildEnvelope(z.array(paymentMethod))),
  operator: anyoneBeforeOpening
    .route({
      method: 'GET',
      path: '/operator',
      summary: 'Get the operator, the stated times and the pauses',
      tags: ['Settings'],
    })
    .output(buildEnvelope(operator)),
}
