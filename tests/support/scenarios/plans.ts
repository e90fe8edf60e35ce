import { proposePlan } from '#modules/plans/commands/propose-plan.ts'
import { publishPlan } from '#modules/plans/commands/publish-plan.ts'
import { planInput } from '#modules/plans/testing.ts'
import { another, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  {
    command: 'plans/propose-plan',
    prepare: async ({ app, ines }) => {
      const plan = planInput(app.clock.today(), { name: another('PLAN') })
      return { run: (on) => proposePlan(on, ines, plan) }
    },
  },
  {
    command: 'plans/publish-plan',
    prepare: async ({ app, ines, ruth }) => {
      const plan = planInput(app.clock.today(), { name: another('PLAN') })
      const { versionId } = await proposePlan(app, ines, plan)
      return { run: (on) => publishPlan(on, ruth, { versionId }) }
    },
  },
]
