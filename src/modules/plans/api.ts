import { implementCalls } from '#platform/http.ts'
import { plansContract } from './contract.ts'
import { type PlanVersion, percentageText, SAMPLE_LABEL, warningOf, yearlyPercentage } from './model.ts'
import { listPositionsOf, listPublishedPlans, type PositionView } from './queries.ts'

const calls = implementCalls(plansContract)
const labelOf = ({ sample }: { sample: boolean }) => (sample ? SAMPLE_LABEL : null)

const shownPlan = (plan: PlanVersion) => ({
  ...plan,
  _id: plan.id,
  percentage: percentageText(plan.targetBps),
  yearly: yearlyPercentage(plan),
  warning: warningOf(plan),
  label: labelOf(plan),
})

const shownPosition = (position: PositionView) => ({
  ...position,
  _id: position.id,
  plan: {
    _id: position.planVersionId,
    name: position.planName,
    family: position.family,
    sample: position.sample,
    label: labelOf(position),
  },
  percentage: percentageText(position.targetBps),
})

export const plansApi = calls.router({
  list: calls.list.handler(async ({ context: { app } }) => {
    const plans = await listPublishedPlans(app.db, app.clock.today())
    return { message: 'Plans', data: plans.map(shownPlan) }
  }),
  positions: calls.positions.handler(async ({ context }) => {
    const { app } = context
    const positions = await listPositionsOf(app.db, context.member().id, app.clock.today())
    return { message: 'Positions', data: positions.map(shownPosition) }
  }),
})
