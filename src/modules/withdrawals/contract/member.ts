import { z } from 'zod'
import { PLAN_FAMILIES } from '#modules/plans/model.ts'
import { buildMeasured } from '#modules/transactions/contract.ts'
import { member, memberMoney } from '#platform/http/contract.ts'
import { buildEnvelope, instant, usd } from '#platform/http/schemas.ts'
import { id, tags, withdrawal } from './fields.ts'
import { preview, requestInput } from './preview.ts'

const times = z.object({
  statedHours: z.int().meta({ description: 'hours within which the operator aims to pay' }),
  measured: buildMeasured('time from request to payment, for withdrawals paid in this period'),
  open: z.int().meta({ description: 'number of open withdrawals' }),
})

const available = z.object({
  balance: usd.meta({ description: 'cash and principal' }),
  withdrawable: usd.meta({
    description:
      'part of the balance that can be withdrawn now, without principal that requires notice',
  }),
  cash: usd,
  principal: usd,
  profit: usd,
  principalRequiringNotice: z
    .array(
      z.object({
        plan: z.string(),
        family: z.enum(PLAN_FAMILIES),
        noticePeriodDays: z.int(),
        principal: usd,
      }),
    )
    .meta({ description: 'principal whose plan requires notice' }),
  closed: z
    .object({
      code: z.string(),
      message: z.string(),
      until: instant
        .nullable()
        .meta({ description: 'end of the pause after a change of login settings' }),
    })
    .nullable()
    .meta({ description: 'the refusal that a request would get now; null while it would not' }),
})

/** A member's withdrawals. */
export const memberWithdrawalCalls = {
  available: member
    .route({
      method: 'GET',
      path: '/withdraw/available',
      summary: 'Get the amounts available to withdraw',
      tags,
    })
    .output(buildEnvelope(available)),
  request: memberMoney
    .route({
      method: 'POST',
      path: '/withdraw',
      summary: 'Request a withdrawal; the amount is put on hold',
      tags,
    })
    .input(requestInput)
    .output(buildEnvelope(withdrawal)),
  preview: member
    .route({
      method: 'POST',
      path: '/withdraw/preview',
      summary: 'Preview a withdrawal without requesting it',
      tags,
    })
    .input(requestInput)
    .output(buildEnvelope(preview)),
  mine: member
    .route({
      method: 'GET',
      path: '/withdraw',
      summary: 'List the member’s withdrawals, newest first',
      tags,
    })
    .output(buildEnvelope(z.array(withdrawal))),
  times: member
    .route({
      method: 'GET',
      path: '/withdraw/times',
      summary: 'Get stated and measured withdrawal times',
      tags,
    })
    .output(buildEnvelope(times)),
  get: member
    .route({
      method: 'GET',
      path: '/withdraw/{id}',
      summary: 'Get one of the member’s withdrawals',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(withdrawal)),
  cancel: memberMoney
    .route({
      method: 'POST',
      path: '/withdraw/{id}/cancel',
      summary: 'Cancel a pending withdrawal',
      tags,
    })
    .input(z.object({ id }))
    .output(buildEnvelope(withdrawal)),
}
