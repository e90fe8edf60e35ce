import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { expireQuotes } from '#modules/deposits/commands/expire-quotes.ts'
import { proposeDepositReversal } from '#modules/deposits/commands/propose-deposit-reversal.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { recordObservedPayment } from '#modules/deposits/commands/record-observed-payment.ts'
import { rejectDeposit } from '#modules/deposits/commands/reject-deposit.ts'
import { submitProof } from '#modules/deposits/commands/submit-proof.ts'
import { AMOUNT_RESERVED_MS } from '#modules/deposits/model.ts'
import {
  createCompletedDeposit,
  createPendingDeposit,
  createProofPicture,
} from '#modules/deposits/testing.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

async function createQuote({ app, planId }: ScenarioContext) {
  const { member } = await createTestMember(app)
  const input = { planId, amount: '1500', method: 'USDT' }
  const quote = await quoteDeposit(app, member, input)
  return { member, input, quote }
}

async function pending({ app, planId }: ScenarioContext) {
  const { member } = await createTestMember(app)
  return await createPendingDeposit(app, member, { planId, amount: '1500' })
}

function proofForm(depositId: string, planId: string, proof: Uint8Array): FormData {
  const form = new FormData()
  const fields = { _id: depositId, selected_plan: planId, amount: '1500', payment_method: 'USDT' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('payment_proof', new File([Uint8Array.from(proof)], 'proof.png'))
  return form
}

export const scenarios: Scenario[] = [
  {
    command: 'deposits/quote-deposit',
    prepare: async ({ app, planId }) => {
      const input = { planId, amount: '1500', method: 'BITCOIN' }
      const { member: other } = await createTestMember(app)
      await quoteDeposit(app, other, input) // the first quote alone begins to watch the address
      const { member } = await createTestMember(app)
      return { run: (on) => quoteDeposit(on, member, input) }
    },
  },
  {
    command: 'deposits/quote-deposit',
    when: 'in place of one that is unpaid',
    prepare: async (context) => {
      const { member, quote } = await createQuote(context)
      return { run: (on) => quoteDeposit(on, member, { replaces: quote.id }) }
    },
  },
  {
    command: 'deposits/submit-proof',
    prepare: async (context) => {
      const { member, input, quote } = await createQuote(context)
      const proof = await createProofPicture()
      return {
        run: (on) => submitProof(on, member, { ...input, depositId: quote.id, proof }),
        call: { by: member, path: '/deposit', body: proofForm(quote.id, context.planId, proof) },
      }
    },
  },
  {
    command: 'deposits/confirm-deposit',
    prepare: async (context) => {
      const { id } = await pending(context)
      return {
        run: (on) => confirmDeposit(on, context.ines, { depositId: id }),
        call: { by: context.ines, path: `/transactions/${id}/confirm`, body: {} },
      }
    },
  },
  {
    command: 'deposits/record-observed-payment',
    prepare: async (context) => {
      const { quote } = await createQuote(context)
      return { run: (on) => recordObservedPayment(on, context.ines, { depositId: quote.id }) }
    },
  },
  {
    command: 'deposits/reject-deposit',
    prepare: async (context) => {
      const { id } = await pending(context)
      return {
        run: (on) => rejectDeposit(on, context.ines, { depositId: id, reason: 'Nothing arrived.' }),
      }
    },
  },
  {
    command: 'deposits/propose-deposit-reversal',
    prepare: async (context) => {
      const { app, ines, planId } = context
      const { member } = await createTestMember(app)
      const { id } = await createCompletedDeposit(app, member, ines, { planId, amount: '1500' })
      const reason = 'Credited to the wrong member.'
      return {
        run: (on) => proposeDepositReversal(on, ines, { depositId: id, reason }),
        call: { by: ines, path: `/transactions/${id}/reverse`, body: { reason } },
      }
    },
  },
  {
    command: 'deposits/expire-quotes',
    prepare: async (context) => {
      context.app.clock.advance(2 * AMOUNT_RESERVED_MS)
      await expireQuotes(context.app) // what other scenarios left open
      await createQuote(context)
      context.app.clock.advance(2 * AMOUNT_RESERVED_MS)
      return { run: expireQuotes }
    },
  },
]
