import { createTestMember } from '#modules/identity/testing.ts'
import { proposeIncome } from '#modules/plans/commands/propose-income.ts'
import { proposeIncomeReversal } from '#modules/plans/commands/propose-income-reversal.ts'
import { proposeLoss } from '#modules/plans/commands/propose-loss.ts'
import {
  buildIncomeInput,
  buildLossInput,
  createApprovedIncome,
  createEvidencePicture,
  createPlacedAssets,
  createPublishedPlan,
} from '#modules/plans/testing.ts'
import { fundMember } from '#modules/withdrawals/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  another,
  approving,
  createTransactionId,
  type Scenario,
  type ScenarioContext,
} from '../scenario.ts'

async function buildForm(fields: Record<string, string>): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('evidence', new File([Uint8Array.from(await createEvidencePicture())], 'evidence.png'))
  return form
}

/**
 * A plan of its own, with two positions and twice as much placed outside as any loss here takes.
 */
async function createFundedPlan({ app }: ScenarioContext): Promise<string> {
  const { id: planVersionId, planId } = await createPublishedPlan(app, { name: another('PLAN') })
  for (const cents of [300_000n, 200_000n]) {
    const { member } = await createTestMember(app)
    await fundMember(app, member.id, { invested: cents, planVersionId })
  }

  await createPlacedAssets(app, planId, 400_000n)
  // The first job of its name makes the queue, which is no part of what a command leaves.
  await runInTransaction(app.db, (tx) => app.jobs.enqueue(tx, 'plans-distribute', { planId }))

  return planId
}

const today = ({ app }: ScenarioContext) => {
  const day = app.clock.today()
  return { period_from: day, period_to: day }
}

export const scenarios: Scenario[] = [
  {
    command: 'plans/propose-income',
    prepare: async (context) => {
      const planId = await createFundedPlan(context)
      const payment = { currency: 'BTC', amount: '0.01', txid: createTransactionId() } as const
      const input = await buildIncomeInput(context.app, planId, payment)
      const stated = { source: input.source, whilePlaced: 'income' }
      const body = await buildForm({ ...payment, ...today(context), ...stated })

      return {
        run: (on) => proposeIncome(on, context.ines, input),
        call: { by: context.ines, path: `/admin/plans/${planId}/income`, body },
      }
    },
  },
  {
    command: 'plans/propose-income-reversal',
    prepare: async (context) => {
      const { app, ines } = context
      const { planId } = await createPublishedPlan(app, { name: another('PLAN') })
      const payment = { currency: 'BTC', amount: '0.01', txid: createTransactionId() } as const
      const { id: incomeId } = await createApprovedIncome(app, planId, payment)
      const body = { reason: 'It was the rent of another building.' }
      return {
        run: (on) => proposeIncomeReversal(on, ines, { incomeId, ...body }),
        call: { by: ines, path: `/admin/income/${incomeId}/reverse`, body },
      }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of the reversal of an income',
    decides: 'income.reverse',
    prepare: async ({ app, ines, ruth }) => {
      const { planId } = await createPublishedPlan(app, { name: another('PLAN') })
      const payment = { currency: 'BTC', amount: '0.01', txid: createTransactionId() } as const
      const { id: incomeId } = await createApprovedIncome(app, planId, payment)
      const reason = 'It was the rent of another building.'
      return approving(ruth, await proposeIncomeReversal(app, ines, { incomeId, reason }))
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of an income',
    decides: 'income.record',
    prepare: async (context) => {
      const planId = await createFundedPlan(context)
      const payment = { currency: 'BTC', amount: '0.01', txid: createTransactionId() } as const

      return approving(
        context.ruth,
        await proposeIncome(
          context.app,
          context.ines,
          await buildIncomeInput(context.app, planId, payment),
        ),
      )
    },
  },
  {
    command: 'plans/propose-loss',
    repeatable: true,
    prepare: async (context) => {
      const planId = await createFundedPlan(context)
      const input = await buildLossInput(context.app, planId)
      const { from, amount, cause } = input
      const body = await buildForm({ from, amount, cause, ...today(context) })

      return {
        run: (on) => proposeLoss(on, context.ines, input),
        call: { by: context.ines, path: `/admin/plans/${planId}/loss`, body },
      }
    },
  },
  {
    command: 'backoffice/decide-proposal',
    when: 'of a loss',
    decides: 'loss.record',
    prepare: async (context) => {
      const planId = await createFundedPlan(context)
      return approving(
        context.ruth,
        await proposeLoss(context.app, context.ines, await buildLossInput(context.app, planId)),
      )
    },
  },
]
