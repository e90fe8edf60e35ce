import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { id } from './inputs.ts'
import { planSummary } from './performance.ts'
import { planOfferInput, planSchema, proposedVersion, staffPlan } from './plans.ts'
import { planReturns } from './results.ts'

export const tags = ['Plans']

/** Plans and their versions, for staff. */
export const staffPlanCalls = {
  all: admin()
    .route({
      method: 'GET',
      path: '/admin/plans',
      summary: 'List every plan with all its versions',
      tags,
    })
    .output(buildEnvelope(z.array(staffPlan))),
  figures: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/figures',
      summary: 'Get what each plan earned, lost, paid and owes',
      tags,
    })
    .output(buildEnvelope(z.array(planSummary))),
  returns: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/{id}/returns',
      summary: 'Get what is due in a plan and awaits income, and which terms end next',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(planReturns)),
  propose: admin(...getPermittedRoles('plan.propose'))
    .route({
      method: 'POST',
      path: '/admin/plans',
      summary: 'Propose a plan, or the next version of one',
      tags,
    })
    .input(planOfferInput)
    .output(buildEnvelope(proposedVersion)),
  publish: admin(...getPermittedRoles('plan.publish'))
    .route({
      method: 'POST',
      path: '/admin/plans/versions/{id}/publish',
      summary: 'Publish a proposed plan version',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(planSchema)),
  close: admin(...getPermittedRoles('plan.publish'))
    .route({
      method: 'POST',
      path: '/admin/plans/{id}/close',
      summary: 'Close a plan permanently',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(messageOnly),
}
