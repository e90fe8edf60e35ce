import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminMoneyUpload, anyone, member, memberMoney } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  messageOnly,
  usdAmount,
} from '#platform/http/schemas.ts'
import {
  currencySchema,
  evidenceInput,
  id,
  optionalText,
  periodInput,
  placeInput,
  textOrEmpty,
} from './contract/inputs.ts'
import {
  offeredPlan,
  planOfferInput,
  planSchema,
  proposedVersion,
  staffPlan,
} from './contract/plans.ts'
import {
  positionSchema,
  positionTimeline,
  redemptionNotice,
  redemptionPreview,
  staffRedemptionNotice,
} from './contract/positions.ts'
import { planPerformance, planReturns, planSummary, waitingProposal } from './contract/results.ts'
import { AT_MATURITY, LOSS_SOURCES } from './model.ts'

const tags = ['Plans']

/** Declares a staff call that proposes income or a loss to a second admin. */
const buildResultRoute = <Path extends `/admin/plans/{id}/${string}`>(
  path: Path,
  summary: string,
) => ({ method: 'POST', path, summary, outputStructure: 'detailed', tags: ['Plans'] }) as const

export { offeredPlan } from './contract/plans.ts'

export const plansContract = {
  list: anyone
    .route({ method: 'GET', path: '/plans', summary: 'The plans on offer', tags })
    .output(buildEnvelope(z.array(offeredPlan))),
  positions: member
    .route({ method: 'GET', path: '/positions', summary: "The member's own positions", tags })
    .output(buildEnvelope(z.array(positionSchema))),
  position: member
    .route({
      method: 'GET',
      path: '/positions/{id}',
      summary: 'One position, with everything that happened to it',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(positionTimeline)),
  invest: memberMoney
    .route({ method: 'POST', path: '/positions', summary: 'Invest available cash in a plan', tags })
    .input(
      z.object({ selected_plan: optionalText, amount: optionalText, at_maturity: optionalText }),
    )
    .output(buildEnvelope(positionSchema)),
  setAtMaturity: member
    .route({
      method: 'PATCH',
      path: '/positions/{id}',
      summary: 'Choose what becomes of a position at maturity',
      tags,
    })
    .input(z.object({ id, at_maturity: z.enum(AT_MATURITY) }))
    .output(buildEnvelope(positionSchema)),
  redemption: member
    .route({
      method: 'GET',
      path: '/positions/{id}/redemption',
      summary: 'What taking a part out would do, before it is done',
      tags,
    })
    .input(z.object({ id, amount: usdAmount }))
    .output(buildEnvelope(redemptionPreview)),
  giveRedemptionNotice: memberMoney
    .route({
      method: 'POST',
      path: '/positions/{id}/notice',
      summary: 'Give notice of a part of a position',
      tags,
    })
    .input(z.object({ id, amount: usdAmount }))
    .output(buildEnvelope(redemptionNotice)),
  redemptionNotices: member
    .route({
      method: 'GET',
      path: '/positions/notices',
      summary: 'My notices, with their place in the queue',
      tags,
    })
    .output(buildEnvelope(z.array(redemptionNotice))),
  cancelRedemptionNotice: memberMoney
    .route({
      method: 'POST',
      path: '/positions/notices/{id}/cancel',
      summary: 'Take back a notice that waits',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(redemptionNotice)),
  allRedemptionNotices: admin()
    .route({
      method: 'GET',
      path: '/admin/redemption-notices',
      summary: 'The queue of notices, by the day they end',
      tags,
    })
    .output(buildEnvelope(z.array(staffRedemptionNotice))),
  all: admin()
    .route({
      method: 'GET',
      path: '/admin/plans',
      summary: 'Every plan with all its versions',
      tags,
    })
    .output(buildEnvelope(z.array(staffPlan))),
  figures: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/figures',
      summary: 'What each plan earned, lost, paid and owes',
      tags,
    })
    .output(buildEnvelope(z.array(planSummary))),
  returns: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/{id}/returns',
      summary: 'What is due in a plan and waits for income, and which terms end next',
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
      summary: 'Put a proposed version on offer',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(planSchema)),
  close: admin(...getPermittedRoles('plan.publish'))
    .route({
      method: 'POST',
      path: '/admin/plans/{id}/close',
      summary: 'Take a plan off offer for good',
      tags,
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(messageOnly),
  proposeIncome: adminMoneyUpload(...getPermittedRoles('income.record'))
    .route(buildResultRoute('/admin/plans/{id}/income', 'Record what a plan earned'))
    .input(
      z.object({
        id,
        currency: currencySchema,
        amount: textOrEmpty.meta({ description: 'in its currency, exact' }),
        place: placeInput,
        txid: textOrEmpty,
        outputIndex: textOrEmpty,
        bankReference: textOrEmpty,
        ...periodInput,
        source: textOrEmpty.meta({ description: 'where it came from, in words' }),
        evidence: evidenceInput,
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(waitingProposal))),
  proposeLoss: adminMoneyUpload(...getPermittedRoles('loss.record'))
    .route(buildResultRoute('/admin/plans/{id}/loss', 'Record what a plan lost'))
    .input(
      z.object({
        id,
        amount: textOrEmpty.meta({ description: 'in its currency; assets are in dollars' }),
        from: z
          .enum(LOSS_SOURCES)
          .meta({ description: 'what was placed outside, or what is held' }),
        currency: currencySchema.default('USD'),
        place: placeInput,
        ...periodInput,
        cause: textOrEmpty.meta({ description: 'in words that members read' }),
        evidence: evidenceInput,
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(waitingProposal))),
  performance: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/{id}/ledger',
      summary: 'What a plan earned, lost, paid and owes',
      tags: ['Plans'],
    })
    .input(z.object({ id }))
    .output(buildEnvelope(planPerformance)),
  evidence: admin()
    .route({
      method: 'GET',
      path: '/admin/evidence/{id}',
      summary: 'What shows an income or a loss, recorded or proposed, as a download',
      tags: ['Plans'],
    })
    .input(z.object({ id }))
    .output(z.file()),
}
