import { z } from 'zod'
import { anyone } from '#platform/http/contract.ts'
import { buildEnvelope } from '#platform/http/schemas.ts'
import { staffPlanCalls, tags } from './contract/plan-calls.ts'
import { offeredPlan } from './contract/plans.ts'
import { positionCalls, redemptionCalls } from './contract/position-calls.ts'
import { resultCalls } from './contract/result-calls.ts'

export { monthResult, offeredPlan } from './contract/plans.ts'

export const plansContract = {
  list: anyone
    .route({ method: 'GET', path: '/plans', summary: 'List the plans on offer', tags })
    .output(buildEnvelope(z.array(offeredPlan))),
  ...positionCalls,
  ...redemptionCalls,
  ...staffPlanCalls,
  ...resultCalls,
}
