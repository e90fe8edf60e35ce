import { z } from 'zod'
import { offeredPlan } from '#modules/plans/contract.ts'
import { buildMeasured, paymentMethod } from '#modules/transactions/contract.ts'
import { member, memberMoneyUpload } from '#platform/http/contract.ts'
import { buildEnvelope, instant, usd } from '#platform/http/schemas.ts'
import { coin, coinText, formText, id, outcome, status, tags } from './fields.ts'

const details = z.object({
  _id: z.string(),
  status,
  amount: usd,
  payment_method: paymentMethod,
  coin,
  coinAmount: coinText,
  address: z.string(),
  network: z.string(),
  uri: z.string().meta({ description: 'what the QR code holds' }),
  rate: z.string().meta({ description: 'dollars for one coin, locked until expiresAt' }),
  rateSource: z.string(),
  createdAt: instant,
  expiresAt: instant,
  leftMs: z.int().meta({ description: 'how long the rate is still held, by our clock' }),
  plan: offeredPlan,
  fees: z.object({
    deposit: usd,
    withdrawal: usd.meta({ description: 'the current withdrawal fee of this method' }),
    minWithdrawal: usd,
  }),
  late: z.boolean(),
  sampleAddress: z.boolean().meta({ description: 'a sample address of a test network' }),
  confirmations: z.int().meta({ description: 'how deep a payment has to lie before it counts' }),
  journalNumber: z
    .string()
    .nullable()
    .meta({ description: 'the journal number of its credit; null until finalised' }),
  ...outcome,
})

const times = z.object({
  measured: buildMeasured('from the proof to the decision, of what was decided in these days'),
})

const line = z.object({
  _id: z.string(),
  investment: z.object({ amount: usd.meta({ description: 'credited; until then as quoted' }) }),
  quoted: usd,
  payment_method: paymentMethod,
  status,
  plan: z.string(),
  createdAt: instant,
  expiresAt: instant,
  ...outcome,
})

/** A member's quotes, proofs and deposits. */
export const memberDepositCalls = {
  quote: member
    .route({
      method: 'POST',
      path: '/deposit/quote',
      summary: 'Lock a rate and learn where to pay',
      tags,
    })
    .input(z.object({ selected_plan: formText, amount: formText, payment_method: formText }))
    .output(buildEnvelope(details)),
  requote: member
    .route({
      method: 'POST',
      path: '/deposit/{id}/quote',
      summary: 'Quote an unpaid deposit again',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(details)),
  get: member
    .route({
      method: 'GET',
      path: '/deposit/{id}',
      summary: 'One deposit of mine, with its timeline',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(details)),
  times: member
    .route({
      method: 'GET',
      path: '/deposit/times',
      summary: 'How long deposits are checked for',
      tags,
    })
    .output(buildEnvelope(times)),
  submit: memberMoneyUpload
    .route({
      method: 'POST',
      path: '/deposit',
      summary: 'Upload the proof of payment of a quote',
      tags,
    })
    .input(
      z.object({
        _id: z.string().max(60).default(''),
        selected_plan: formText,
        amount: formText,
        payment_method: formText,
        wallet_address: formText,
        interest_percentage: formText,
        payment_proof: z.union([z.file(), z.string().max(300)]).optional(),
      }),
    )
    .output(buildEnvelope(details)),
  mine: member
    .route({
      method: 'GET',
      path: '/transactions/deposit',
      summary: 'My deposits, newest first',
      tags,
    })
    .output(buildEnvelope(z.array(line))),
}
