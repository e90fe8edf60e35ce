import { signedWebhook } from '#platform/http/contract.ts'
import { messageOnly } from '#platform/http/schemas.ts'
import { tags } from './contract/fields.ts'
import { memberVerificationCalls } from './contract/member.ts'
import { staffVerificationCalls } from './contract/staff.ts'

export const verificationContract = {
  ...memberVerificationCalls,
  ...staffVerificationCalls,
  sumsub: signedWebhook
    .route({
      method: 'POST',
      path: '/webhooks/sumsub',
      summary: 'Receive a signed event of Sumsub: a hint to read the check again',
      tags,
    })
    .output(messageOnly),
}
