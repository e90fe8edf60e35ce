import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  messageOnly,
  usdAmountOrZero,
} from '#platform/http/schemas.ts'
import { auditEvent } from './audit.ts'
import { id, number, reason, requireOwner, tags } from './fields.ts'
import { method, settingName, settings, version } from './settings.ts'

/** Settings. */
export const settingCalls = {
  settings: admin()
    .route({
      method: 'GET',
      path: '/admin/settings',
      summary: 'Get the settings',
      tags,
    })
    .output(buildEnvelope(settings)),
  settingsHistory: admin()
    .route({
      method: 'GET',
      path: '/admin/settings/history',
      summary: 'List changes of settings',
      tags,
    })
    .input(z.object({ before: number.optional() }))
    .output(buildEnvelope(z.array(auditEvent))),
  changeSetting: requireOwner()
    .route({
      method: 'PATCH',
      path: '/admin/settings/{name}',
      summary: 'Change a setting; another admin approves a looser control',
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({ name: settingName, value: z.record(z.string().max(60), z.unknown()), version }),
    )
    .output(buildApprovalResponse(messageOnly)),
  setPause: requireOwner()
    .route({
      method: 'POST',
      path: '/admin/settings/pauses',
      summary: 'Pause a service; resuming it needs another admin’s approval',
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({
        what: z.enum(['deposits', 'withdrawals', 'signUps']),
        paused: z.boolean(),
        reason: reason.meta({ description: 'shown to the public' }),
      }),
    )
    .output(buildApprovalResponse(messageOnly)),
  cancelSettingChange: admin(...getPermittedRoles('setting.cancel-change'))
    .route({
      method: 'POST',
      path: '/admin/settings/changes/{id}/cancel',
      summary: 'Cancel an approved looser control before it takes effect',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  changeTerms: requireOwner()
    .route({
      method: 'PATCH',
      path: '/admin/settings/methods/{method}',
      summary: 'Change the terms of a payment method; a second admin approves a higher fee',
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({
        method,
        version,
        quoteMinutes: z.coerce.number({ error: 'Please enter a number.' }),
        withdrawalFee: usdAmountOrZero,
        minWithdrawal: usdAmountOrZero,
      }),
    )
    .output(buildApprovalResponse(messageOnly)),
  changeAddress: admin(...getPermittedRoles('receiving-address.change'))
    .route({
      method: 'POST',
      path: '/admin/settings/addresses',
      summary: 'Change a receiving address; in live a second admin approves it',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ method, address: z.string().trim().max(200) }))
    .output(buildApprovalResponse(messageOnly)),
}
