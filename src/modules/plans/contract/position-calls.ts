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
}

/** Redemption notices. */
export const redemptionCalls = {
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
}
