import type { Proposal } from '#modules/approvals/model.ts'
import { aMember } from '#modules/identity/testing.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { proposeIncome } from '#modules/plans/commands/propose-income.ts'
import { proposeLoss } from '#modules/plans/commands/propose-loss.ts'
import {
  evidencePicture,
  incomeInput,
  lossInput,
  placedAssets,
  publishedPlan,
} from '#modules/plans/testing.ts'
import { fund } from '#modules/withdrawals/testing.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Act, another, type House, type Scenario } from '../scenario.ts'

async function formOf(fields: Record<string, string>): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('evidence', new File([Uint8Array.from(await evidencePicture())], 'evidence.png'))
  return form
}

/**
 * A plan of its own, with two positions and twice as much placed outside as any loss here takes.
 */
async function invested({ app }: House): Promise<string> {
  const { id: planVersionId, planId } = await publishedPlan(app, { name: another('PLAN') })
  for (const cents of [300_000n, 200_000n]) {
    const { member } = await aMember(app)
    await fund(app, member.id, { invested: cents, planVersionId })
  }

  await placedAssets(app, planId, 400_000n)
  // The first job of its name makes the queue, which is no part of what a command leaves.
  await inTransaction(app.db, (tx) => app.jobs.enqueue(tx, 'plans-distribute', { planId }))

  return planId
}

const today = ({ app }: House) => {
  const day = app.clock.today()
  return { period_from: day, period_to: day }
}

function approving({ ruth }: House, { id, contentHash }: Proposal): Act {
  return {
    run: (on) => decideProposal(on, ruth, { id, approve: true, contentHash }),
    call: { by: ruth, path: `/admin/approvals/${id}/approve`, body: { hash: contentHash } },
  }
}

export const scenarios: Scenario[] = [
  {
    command: 'plans/propose-income',
    prepare: async (house) => {
      const planId = await invested(house)
      const seen = { currency: 'BTC', amount: '0.01', txid: another('payment') } as const
      const input = await incomeInput(house.app, planId, seen)
      const body = await formOf({ ...seen, ...today(house), source: input.source })

      return {
        run: (on) => proposeIncome(on, house.ines, input),
        call: { by: house.ines, path: `/admin/plans/${planId}/income`, body },
      }
    },
  },
  {
    command: 'office/decide-proposal',
    when: 'of an income',
    prepare: async (house) => {
      const planId = await invested(house)
      const seen = { currency: 'BTC', amount: '0.01', txid: another('payment') } as const
      return approving(
        house,
        await proposeIncome(house.app, house.ines, await incomeInput(house.app, planId, seen)),
      )
    },
  },
  {
    command: 'plans/propose-loss',
    actsAgain: true,
    prepare: async (house) => {
      const planId = await invested(house)
      const input = await lossInput(house.app, planId)
      const { from, amount, cause } = input
      const body = await formOf({ from, amount, cause, ...today(house) })

      return {
        run: (on) => proposeLoss(on, house.ines, input),
        call: { by: house.ines, path: `/admin/plans/${planId}/loss`, body },
      }
    },
  },
  {
    command: 'office/decide-proposal',
    when: 'of a loss',
    prepare: async (house) => {
      const planId = await invested(house)
      return approving(
        house,
        await proposeLoss(house.app, house.ines, await lossInput(house.app, planId)),
      )
    },
  },
]
