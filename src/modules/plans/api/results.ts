import { assertRecentStaffAuth } from '#modules/identity/queries.ts'
import { proposeIncome } from '../commands/propose-income.ts'
import { proposeIncomeReversal } from '../commands/propose-income-reversal.ts'
import { proposeLoss } from '../commands/propose-loss.ts'
import { readPlanPerformance } from '../presenters/performance.ts'
import {
  parseOutputIndex,
  previewIncomeReversal,
  readEvidenceBytes,
  readEvidenceFile,
  toProposalResponse,
} from '../presenters/results.ts'
import { calls } from './calls.ts'

/** Incomes, losses and their evidence. */
export const resultHandlers = {
  proposeIncome: calls.proposeIncome.handler(async ({ context: { app, admin }, input }) => {
    const { id: planId, period_from, period_to, outputIndex, evidence, ...rest } = input
    const { whilePlaced, ...income } = rest
    const proposal = await proposeIncome(app, admin(), {
      ...income,
      ...parseOutputIndex(outputIndex),
      ...(await readEvidenceBytes(evidence)),
      ...(whilePlaced && { whilePlaced }),
      planId,
      periodFrom: period_from,
      periodTo: period_to,
    })

    return toProposalResponse(proposal)
  }),
  proposeLoss: calls.proposeLoss.handler(async ({ context: { app, admin }, input }) => {
    const { id: planId, period_from, period_to, evidence, ...loss } = input
    const proposal = await proposeLoss(app, admin(), {
      ...loss,
      ...(await readEvidenceBytes(evidence)),
      planId,
      periodFrom: period_from,
      periodTo: period_to,
    })

    return toProposalResponse(proposal)
  }),
  incomeReversal: calls.incomeReversal.handler(async ({ context: { app }, input }) => ({
    message: 'Reversal of the income',
    data: await previewIncomeReversal(app, input.id),
  })),
  reverseIncome: calls.reverseIncome.handler(
    async ({ context: { app, admin, session }, input: { id: incomeId, reason } }) => {
      if (session) await assertRecentStaffAuth(app, session)
      const { id: proposal } = await proposeIncomeReversal(app, admin(), {
        incomeId,
        ...(reason !== undefined && { reason }),
      })
      return {
        message: 'Waiting for approval by a second admin. Nothing is posted until then.',
        data: { proposal },
      }
    },
  ),
  performance: calls.performance.handler(async ({ context: { app }, input }) => ({
    message: 'Performance of the plan',
    data: await readPlanPerformance(app, input.id),
  })),
  evidence: calls.evidence.handler(async ({ context: { app }, input }) =>
    readEvidenceFile(app, input.id),
  ),
}
