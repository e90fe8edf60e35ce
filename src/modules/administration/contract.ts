import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { EMAIL_MAX } from '#modules/identity/model.ts'
import { admin } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  messageOnly,
  usdAmountOrZero,
} from '#platform/http/schemas.ts'
import { auditEvent, search } from './contract/audit.ts'
import { queue, troubled } from './contract/jobs.ts'
import { method, settingName, settings, version } from './contract/settings.ts'
import { role, staffLine } from './contract/staff.ts'

const tags = ['Administration']

const number = z.string().regex(/^\d{1,18}$/)
const id = z.string().max(60)
const name = z.string().trim().min(1, 'Please enter a name.').max(80)
/** A reason as sent; the command rejects a missing one with its own message. */
const reason = z.string().max(1_000).default('')

const requireOwner = () => admin(...getPermittedRoles('installation.manage'))
const requireStaffManager = () => admin(...getPermittedRoles('staff.manage'))

export const administrationContract = {
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
    .route({ method: 'PATCH', path: '/admin/settings/{name}', summary: 'Change a setting', tags })
    .input(
      z.object({ name: settingName, value: z.record(z.string().max(60), z.unknown()), version }),
    )
    .output(messageOnly),
  setPause: requireOwner()
    .route({
      method: 'POST',
      path: '/admin/settings/pauses',
      summary: 'Pause or resume a service',
      tags,
    })
    .input(
      z.object({
        what: z.enum(['deposits', 'withdrawals', 'signUps']),
        paused: z.boolean(),
        reason: reason.meta({ description: 'shown to the public' }),
      }),
    )
    .output(messageOnly),
  changeTerms: requireOwner()
    .route({
      method: 'PATCH',
      path: '/admin/settings/methods/{method}',
      summary: 'Change the terms of a payment method',
      tags,
    })
    .input(
      z.object({
        method,
        version,
        quoteMinutes: z.coerce.number({ error: 'Please enter a number.' }),
        confirmations: z.coerce.number({ error: 'Please enter a number.' }),
        withdrawalFee: usdAmountOrZero,
        minWithdrawal: usdAmountOrZero,
      }),
    )
    .output(messageOnly),
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
  staff: admin()
    .route({
      method: 'GET',
      path: '/admin/staff',
      summary: 'List the staff with their access',
      tags,
    })
    .output(buildEnvelope(z.array(staffLine))),
  invite: requireStaffManager()
    .route({ method: 'POST', path: '/admin/staff', summary: 'Invite a staff member', tags })
    .input(
      z.object({
        firstName: name,
        lastName: name,
        email: z.email('Please enter an e-mail address.').max(EMAIL_MAX),
        role,
      }),
    )
    .output(buildEnvelope(z.object({ _id: z.string() }))),
  changeRole: requireStaffManager()
    .route({
      method: 'PATCH',
      path: '/admin/staff/{id}/role',
      summary: 'Change the role of a staff member',
      tags,
    })
    .input(z.object({ id, role }))
    .output(messageOnly),
  suspendStaff: requireStaffManager()
    .route({
      method: 'POST',
      path: '/admin/staff/{id}/suspend',
      summary: 'Suspend a staff member',
      tags,
    })
    .input(z.object({ id, reason }))
    .output(messageOnly),
  reinstateStaff: requireStaffManager()
    .route({
      method: 'POST',
      path: '/admin/staff/{id}/reinstate',
      summary: 'Reinstate a staff member',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  endStaffSessions: requireStaffManager()
    .route({
      method: 'POST',
      path: '/admin/staff/{id}/end-sessions',
      summary: 'End all sessions of a staff member',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  resetStaffFactor: admin(...getPermittedRoles('staff.reset-factor'))
    .route({
      method: 'POST',
      path: '/admin/staff/{id}/reset-factor',
      outputStructure: 'detailed',
      tags,
      summary:
        'Reset the second factor of a staff member; in live after another admin approves, ' +
        'with a delay of a day',
    })
    .input(z.object({ id, reason }))
    .output(buildApprovalResponse(messageOnly)),
  stopStaffReset: requireStaffManager()
    .route({
      method: 'POST',
      path: '/admin/staff/{id}/stop-reset',
      summary: 'Stop a pending reset of a second factor',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
  audit: admin()
    .route({
      method: 'GET',
      path: '/admin/audit',
      summary: 'Search the audit log, newest first',
      tags,
    })
    .input(z.object({ ...search, before: number.optional() }))
    .output(buildEnvelope(z.array(auditEvent))),
  auditFile: admin()
    .route({
      method: 'GET',
      path: '/admin/audit/file',
      summary: 'Export the audit log as a CSV file',
      tags,
    })
    .input(z.object(search))
    .output(z.file()),
  auditChain: admin()
    .route({
      method: 'GET',
      path: '/admin/audit/chain',
      summary: 'Verify the hash chain of the audit log, some thousand events a call',
      tags,
    })
    .input(z.object({ after: number.default('0') }))
    .output(
      buildEnvelope(
        z.object({
          head: z.object({ place: number, hash: z.string().nullable() }),
          waiting: z.int().meta({ description: 'events that are not chained yet' }),
          reached: number.meta({ description: 'send as `after` to continue' }),
          wrong: z.object({ place: number, problem: z.string() }).nullable(),
        }),
      ),
    ),
  jobs: admin()
    .route({
      method: 'GET',
      path: '/admin/jobs',
      summary: 'List the jobs and their failures',
      tags,
    })
    .output(buildEnvelope(z.object({ queues: z.array(queue), troubled: z.array(troubled) }))),
  retryJob: requireOwner()
    .route({
      method: 'POST',
      path: '/admin/jobs/{id}/retry',
      summary: 'Retry a failed job',
      tags,
    })
    .input(z.object({ id: z.uuid() }))
    .output(messageOnly),
}
