import { z } from 'zod'
import { member, memberMoneyUpload } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { choiceText, formText, id, tags } from './fields.ts'
import { details, line, times } from './member-deposit.ts'

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
