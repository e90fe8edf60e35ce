import { proposeIncome } from '../commands/propose-income.ts'
import { proposeLoss } from '../commands/propose-loss.ts'
import {
  parseOutputIndex,
  readEvidenceBytes,
  readEvidenceFile,
  readPlanPerformance,
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
  performance: calls.performance.handler(async ({ context: { app }, input }) => ({
    message: 'Performance of the plan',
    data: await readPlanPerformance(app, input.id),
  })),
  evidence: calls.evidence.handler(async ({ context: { app }, input }) =>
    readEvidenceFile(app, input.id),
  ),
}
