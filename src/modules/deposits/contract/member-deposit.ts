import { z } from 'zod'
import { offeredPlan } from '#modules/plans/contract.ts'
import { buildMeasured, paymentMethod } from '#modules/transactions/contract.ts'
import { day, instant, usd } from '#platform/http/schemas.ts'
import { chainEvidence, chainProgress, coin, coinText, outcome, status } from './fields.ts'

export const details = z.object({
  _id: z.string(),
  status,
  amount: usd,
  payment_method: paymentMethod,
  coin,
  coinAmount: coinText,
  address: z.string(),
  network: z.string(),
  uri: z.string().meta({ description: 'payment URI in the QR code' }),
  rate: z.string().meta({ description: 'US dollars for one coin, locked until expiresAt' }),
  rateSource: z.string(),
  createdAt: instant,
  expiresAt: instant,
  leftMs: z
    .int()
    .meta({ description: 'milliseconds until the rate expires, by the server’s clock' }),
  plan: offeredPlan,
  fees: z.object({
    deposit: usd,
    withdrawal: usd.meta({ description: 'the current withdrawal fee of this method' }),
    minWithdrawal: usd,
  }),
  late: z.boolean(),
  sampleAddress: z.boolean().meta({ description: 'a sample address of a test network' }),
  confirmations: z
    .int()
    .meta({ description: 'number of network confirmations that a payment needs' }),
  journalNumber: z
    .string()
    .nullable()
    .meta({ description: 'the journal number of its credit; null until finalised' }),
  journalDay: day.nullable().meta({ description: 'the business date of that entry' }),
  evidence: chainEvidence,
  inReview: z.boolean().meta({ description: 'its credit waits for a review by the staff' }),
  ...outcome,
})

export const times = z.object({
  measured: buildMeasured(
    'time from the upload of the proof to the decision, for deposits decided in this period',
  ),
})

export const line = z.object({
  _id: z.string(),
  investment: z.object({
    amount: usd.meta({ description: 'credited amount, or the quoted one until credited' }),
  }),
  quoted: usd,
  payment_method: paymentMethod,
  status,
  plan: z.string(),
  createdAt: instant,
  expiresAt: instant,
  evidence: chainProgress,
  inProgress: z
    .boolean()
    .meta({ description: 'open, or an unpaid quote that expired in the last seven days' }),
  ...outcome,
})
