import { z } from 'zod'
import { admin, member, memberMoney } from '#platform/http/contract.ts'
import { buildEnvelope, usdAmount } from '#platform/http/schemas.ts'
import { AT_MATURITY } from '../model.ts'
import { id, optionalText } from './inputs.ts'
import { tags } from './plan-calls.ts'
import {
  positionSchema,
  positionTimeline,
  redemptionNotice,
  redemptionPreview,
  staffRedemptionNotice,
} from './positions.ts'

/** A member's positions. */
export const positionCalls = {
  positions: member
    .route({ method: 'GET', path: '/positions', summary: "List the member's positions", tags })
    .output(buildEnvelope(z.array(positionSchema))),
  position: member
    .route({
      method: 'GET',
      path: '/positions/{id}',
      summary: 'Get a position with its timeline',
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
      summary: 'Set what happens to a position at maturity',
      tags,
    })
    .input(z.object({ id, at_maturity: z.enum(AT_MATURITY) }))
    .output(buildEnvelope(positionSchema)),
}

/** Redemption notices. */
export const redemptionCalls = {
  redemption: member
    .route({
      method: 'GET',
      path: '/positions/{id}/redemption',
      summary: 'Preview a redemption',
      tags,
    })
    .input(z.object({ id, amount: usdAmount }))
    .output(buildEnvelope(redemptionPreview)),
  giveRedemptionNotice: memberMoney
    .route({
      method: 'POST',
      path: '/positions/{id}/notice',
      summary: 'Give notice for part of a position',
      tags,
    })
    .input(z.object({ id, amount: usdAmount }))
    .output(buildEnvelope(redemptionNotice)),
  redemptionNotices: member
    .route({
      method: 'GET',
      path: '/positions/notices',
      summary: 'List the member’s redemption notices with their queue positions',
      tags,
    })
    .output(buildEnvelope(z.array(redemptionNotice))),
  cancelRedemptionNotice: memberMoney
    .route({
      method: 'POST',
      path: '/positions/notices/{id}/cancel',
      summary: 'Cancel a pending redemption notice',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(redemptionNotice)),
  allRedemptionNotices: admin()
    .route({
      method: 'GET',
      path: '/admin/redemption-notices',
      summary: 'List redemption notices by the day they end',
      tags,
    })
    .output(buildEnvelope(z.array(staffRedemptionNotice))),
}
