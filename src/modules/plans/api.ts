import { implementCalls } from '#platform/http/http.ts'
import { cancelRedemptionNotice } from './commands/cancel-redemption-notice.ts'
import { closePlan } from './commands/close-plan.ts'
import { giveRedemptionNotice } from './commands/give-redemption-notice.ts'
import { investBalance } from './commands/invest-balance.ts'
import { proposeIncome } from './commands/propose-income.ts'
import { proposeLoss } from './commands/propose-loss.ts'
import { proposePlan } from './commands/propose-plan.ts'
import { publishPlan } from './commands/publish-plan.ts'
import { setAtMaturity } from './commands/set-at-maturity.ts'
import { plansContract } from './contract.ts'
import { describePlan } from './model.ts'
import {
  buildOfferedPlans,
  buildStaffPlans,
  toPlanOfferInput,
  toProposedVersionResponse,
} from './presenters/plans.ts'
import {
  buildRedemptionNoticeQueue,
  toPositionResponse,
  toPositionTimelineResponse,
  toRedemptionNoticeResponse,
} from './presenters/positions.ts'
import {
  buildPlanFigures,
  buildPlanReturns,
  parseOutputIndex,
  readEvidenceBytes,
  readEvidenceFile,
  readPlanPerformance,
  toProposalResponse,
} from './presenters/results.ts'
import { getPositionTimeline } from './queries/position-timeline.ts'
import { listMemberPositions, listMemberRedemptionNotices, previewRedemption } from './queries.ts'

const calls = implementCalls(plansContract)

export const plansApi = calls.router({
  list: calls.list.handler(async ({ context: { app } }) => ({
    message: 'Plans',
    data: await buildOfferedPlans(app),
  })),
  positions: calls.positions.handler(async ({ context: { app, member } }) => {
    const positions = await listMemberPositions(app.db, member().id, app.clock.today())
    return { message: 'Positions', data: positions.map(toPositionResponse) }
  }),
  position: calls.position.handler(async ({ context: { app, member }, input }) => {
    const timeline = await getPositionTimeline(app.db, member().id, input.id, app.clock.today())
    return { message: 'Position', data: toPositionTimelineResponse(timeline) }
  }),
  invest: calls.invest.handler(async ({ context: { app, member }, input }) => {
    const { selected_plan, amount, at_maturity } = input
    const position = await investBalance(app, member(), {
      ...(selected_plan !== undefined && { planId: selected_plan }),
      ...(amount !== undefined && { amount }),
      ...(at_maturity !== undefined && { atMaturity: at_maturity }),
    })

    return { message: 'Invested', data: toPositionResponse(position) }
  }),
  setAtMaturity: calls.setAtMaturity.handler(async ({ context: { app, member }, input }) => {
    const { id: positionId, at_maturity: atMaturity } = input
    const position = await setAtMaturity(app, member(), { positionId, atMaturity })
    return { message: 'Your choice is saved', data: toPositionResponse(position) }
  }),
  redemption: calls.redemption.handler(async ({ context: { app, member }, input }) => {
    const query = { positionId: input.id, amount: input.amount }
    const today = app.clock.today()
    const { position, ...effect } = await previewRedemption(app.db, member().id, query, today)
    const { noticePeriodDays, maturesOn } = position

    return { message: 'Effect of a redemption', data: { ...effect, noticePeriodDays, maturesOn } }
  }),
  giveRedemptionNotice: calls.giveRedemptionNotice.handler(
    async ({ context: { app, member }, input }) => {
      const { id: positionId, amount } = input
      const redemptionNotice = await giveRedemptionNotice(app, member(), { positionId, amount })

      return {
        message: `Notice given. It ends on ${redemptionNotice.endsOn}.`,
        data: toRedemptionNoticeResponse(redemptionNotice),
      }
    },
  ),
  redemptionNotices: calls.redemptionNotices.handler(async ({ context: { app, member } }) => {
    const redemptionNotices = await listMemberRedemptionNotices(app.db, member().id)
    return { message: 'Notices', data: redemptionNotices.map(toRedemptionNoticeResponse) }
  }),
  cancelRedemptionNotice: calls.cancelRedemptionNotice.handler(
    async ({ context: { app, member }, input }) => {
      const redemptionNotice = await cancelRedemptionNotice(app, member(), input.id)
      return {
        message: 'Notice cancelled. The part stays invested.',
        data: toRedemptionNoticeResponse(redemptionNotice),
      }
    },
  ),
  allRedemptionNotices: calls.allRedemptionNotices.handler(async ({ context: { app } }) => ({
    message: 'Notices',
    data: await buildRedemptionNoticeQueue(app),
  })),
  all: calls.all.handler(async ({ context: { app, admin } }) => ({
    message: 'Plans',
    data: await buildStaffPlans(app, admin()),
  })),
  figures: calls.figures.handler(async ({ context: { app } }) => ({
    message: 'Figures of the plans',
    data: await buildPlanFigures(app),
  })),
  returns: calls.returns.handler(async ({ context: { app }, input }) => ({
    message: 'Returns that are due',
    data: await buildPlanReturns(app, input.id),
  })),
  propose: calls.propose.handler(async ({ context: { app, admin }, input }) => {
    const proposed = await proposePlan(app, admin(), toPlanOfferInput(input, app.clock.today()))
    return { message: 'Proposed', data: toProposedVersionResponse(proposed) }
  }),
  publish: calls.publish.handler(async ({ context: { app, admin }, input }) => ({
    message: 'Published',
    data: describePlan(await publishPlan(app, admin(), { versionId: input.id })),
  })),
  close: calls.close.handler(async ({ context: { app, admin }, input }) => {
    const { id: planId, reason } = input
    await closePlan(app, admin(), { planId, ...(reason !== undefined && { reason }) })
    return { message: 'Closed. Its positions run on.' }
  }),
  proposeIncome: calls.proposeIncome.handler(async ({ context: { app, admin }, input }) => {
    const { id: planId, period_from, period_to, outputIndex, evidence, ...income } = input
    const proposal = await proposeIncome(app, admin(), {
      ...income,
      ...parseOutputIndex(outputIndex),
      ...(await readEvidenceBytes(evidence)),
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
})
