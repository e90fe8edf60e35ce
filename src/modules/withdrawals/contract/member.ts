import { z } from 'zod'
import { buildMeasured } from '#modules/transactions/contract.ts'
import { member, memberMoney } from '#platform/http/contract.ts'
import { buildEnvelope, instant, usd } from '#platform/http/schemas.ts'
import { id, tags, withdrawal } from './fields.ts'
import { preview, requestInput } from './preview.ts'

const times = z.object({
  statedHours: z.int().meta({ description: 'within which the operator says that it pays' }),
  measured: buildMeasured('from request to payment, of what was paid in these days'),
  open: z.int().meta({ description: 'how many wait' }),
})

const available = z.object({
  balance: usd.meta({ description: 'cash and principal' }),
  withdrawable: usd.meta({
    description: 'what of the balance can be asked for now: without principal under notice',
  }),
  cash: usd,
  principal: usd,
  profit: usd,
  principalRequiringNotice: z
    .array(z.object({ plan: z.string(), noticePeriodDays: z.int(), principal: usd }))
    .meta({ description: 'principal whose plan asks for notice first' }),
  frozenUntil: instant
    .nullable()
    .meta({ description: 'after a change of how the member signs in' }),
})

/** A member's withdrawals. */
export const memberWithdrawalCalls = {
  available: member
    .route({ method: 'GET', path: '/withdraw/available', summary: 'What I can withdraw now', tags })
    .output(buildEnvelope(available)),
  request: memberMoney
    .route({
      method: 'POST',
      path: '/withdraw',
      summary: 'Ask for a withdrawal; the amount is held',
      tags,
    })
    .input(requestInput)
    .output(buildEnvelope(withdrawal)),
  preview: member
    .route({
      method: 'POST',
      path: '/withdraw/preview',
      summary: 'What a request would mean; asks for nothing',
      tags,
    })
    .input(requestInput)
    .output(buildEnvelope(preview)),
  mine: member
    .route({ method: 'GET', path: '/withdraw', summary: 'My withdrawals, newest first', tags })
    .output(buildEnvelope(z.array(withdrawal))),
  times: member
    .route({ method: 'GET', path: '/withdraw/times', summary: 'How long withdrawals take', tags })
    .output(buildEnvelope(times)),
  get: member
    .route({ method: 'GET', path: '/withdraw/{id}', summary: 'One withdrawal of mine', tags })
    .input(z.object({ id }))
    .output(buildEnvelope(withdrawal)),
  cancel: memberMoney
    .route({
      method: 'POST',
      path: '/withdraw/{id}/cancel',
      summary: 'Take back a pending request',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(withdrawal)),
}
