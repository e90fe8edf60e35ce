import { z } from 'zod'
import { offeredPlan } from '#modules/plans/contract.ts'
import { buildMeasured, paymentMethod } from '#modules/transactions/contract.ts'
import { member, memberMoneyUpload } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant, messageOnly, usd } from '#platform/http/schemas.ts'
import {
  chainEvidence,
  chainProgress,
  choiceText,
  coin,
  coinText,
  formText,
  id,
  outcome,
  status,
  tags,
} from './fields.ts'

const details = z.object({
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

const times = z.object({
  measured: buildMeasured(
    'time from the upload of the proof to the decision, for deposits decided in this period',
  ),
})

const line = z.object({
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

/** A member's quotes, proofs and deposits. */
export const memberDepositCalls = {
  quote: member
    .route({
      method: 'POST',
      path: '/deposit/quote',
      summary: 'Lock a rate and get payment instructions',
      tags,
    })
    .input(z.object({ selected_plan: choiceText, amount: choiceText, payment_method: choiceText }))
    .output(buildEnvelope(details)),
  requote: member
    .route({
      method: 'POST',
      path: '/deposit/{id}/quote',
      summary: 'Get a new quote for an unpaid deposit',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(details)),
  get: member
    .route({
      method: 'GET',
      path: '/deposit/{id}',
      summary: 'Get one of the member’s deposits with its timeline',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(details)),
  times: member
    .route({
      method: 'GET',
      path: '/deposit/times',
      summary: 'Get the measured deposit review time',
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
        selected_plan: choiceText,
        amount: choiceText,
        payment_method: choiceText,
        wallet_address: formText,
        interest_percentage: formText,
        payment_proof: z.union([z.file(), z.string().max(300)]).optional(),
      }),
    )
    .output(buildEnvelope(details)),
  refund: member
    .route({
      method: 'POST',
      path: '/deposit/payments/{id}/refund-address',
      summary: 'Ask to have a payment sent back, with the address',
      tags,
    })
    .input(z.object({ id, address: z.string().max(120) }))
    .output(messageOnly),
  mine: member
    .route({
      method: 'GET',
      path: '/transactions/deposit',
      summary: 'List the member’s deposits, newest first',
      tags,
    })
    .output(buildEnvelope(z.array(line))),
}
