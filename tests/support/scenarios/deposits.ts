import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { expireQuotes } from '#modules/deposits/commands/expire-quotes.ts'
import { notePayment } from '#modules/deposits/commands/note-payment.ts'
import { quoteDeposit } from '#modules/deposits/commands/quote-deposit.ts'
import { rejectDeposit } from '#modules/deposits/commands/reject-deposit.ts'
import { submitProof } from '#modules/deposits/commands/submit-proof.ts'
import { AMOUNT_KEPT_MS } from '#modules/deposits/model.ts'
import { pendingDeposit, proofPicture } from '#modules/deposits/testing.ts'
import { aMember } from '#modules/identity/testing.ts'
import type { House, Scenario } from '../scenario.ts'

async function quoted({ app, planId }: House) {
  const { member } = await aMember(app)
  const wanted = { planId, amount: '1500', method: 'USDT' }
  const quote = await quoteDeposit(app, member, wanted)
  return { member, wanted, quote }
}

async function pending({ app, planId }: House) {
  const { member } = await aMember(app)
  return await pendingDeposit(app, member, { planId, amount: '1500' })
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
      const { member } = await aMember(app)
      return {
        run: (on) => quoteDeposit(on, member, { planId, amount: '1500', method: 'BITCOIN' }),
      }
    },
  },
  {
    command: 'deposits/quote-deposit',
    when: 'in place of one that is unpaid',
    prepare: async (house) => {
      const { member, quote } = await quoted(house)
      return { run: (on) => quoteDeposit(on, member, { replaces: quote.id }) }
    },
  },
  {
    command: 'deposits/submit-proof',
    prepare: async (house) => {
      const { member, wanted, quote } = await quoted(house)
      const proof = await proofPicture()
      return {
        run: (on) => submitProof(on, member, { ...wanted, depositId: quote.id, proof }),
        call: { by: member, path: '/deposit', body: proofForm(quote.id, house.planId, proof) },
      }
    },
  },
  {
    command: 'deposits/confirm-deposit',
    prepare: async (house) => {
      const { id } = await pending(house)
      return {
        run: (on) => confirmDeposit(on, house.ines, { depositId: id }),
        call: { by: house.ines, path: `/transactions/${id}/confirm`, body: {} },
      }
    },
  },
  {
    command: 'deposits/note-payment',
    prepare: async (house) => {
      const { quote } = await quoted(house)
      return { run: (on) => notePayment(on, house.ines, quote.id) }
    },
  },
  {
    command: 'deposits/reject-deposit',
    prepare: async (house) => {
      const { id } = await pending(house)
      return {
        run: (on) => rejectDeposit(on, house.ines, { depositId: id, reason: 'Nothing arrived.' }),
      }
    },
  },
  {
    command: 'deposits/expire-quotes',
    prepare: async (house) => {
      house.app.clock.advance(2 * AMOUNT_KEPT_MS)
      await expireQuotes(house.app) // what other scenarios left open
      await quoted(house)
      house.app.clock.advance(2 * AMOUNT_KEPT_MS)
      return { run: expireQuotes }
    },
  },
]
