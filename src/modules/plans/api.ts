import { calls } from './api/calls.ts'
import { positionHandlers, redemptionHandlers } from './api/positions.ts'
import { resultHandlers } from './api/results.ts'
import { closePlan } from './commands/close-plan.ts'
import { proposePlan } from './commands/propose-plan.ts'
import { publishPlan } from './commands/publish-plan.ts'
import { describePlan } from './model.ts'
import { buildPlanFigures } from './presenters/performance.ts'
import {
  buildOfferedPlans,
  buildStaffPlans,
  toPlanOfferInput,
  toProposedVersionResponse,
} from './presenters/plans.ts'
import { buildPlanReturns } from './presenters/results.ts'

export const plansApi = calls.router({
  list: calls.list.handler(async ({ context: { app, session } }) => ({
    message: 'Plans',
    data: await buildOfferedPlans(app, session?.who.kind === 'member' ? session.who.id : null),
  })),
  ...positionHandlers,
  ...redemptionHandlers,
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
    return { message: 'Plan closed. Open positions continue on their terms.' }
  }),
  ...resultHandlers,
})
