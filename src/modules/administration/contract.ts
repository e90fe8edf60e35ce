import { z } from 'zod'
import { ROLES } from '#lib/roles.ts'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { EMAIL_MAX } from '#modules/identity/model.ts'
import { PAYMENT_METHODS } from '#modules/settings/model.ts'
import { admin } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  day,
  instant,
  messageOnly,
  usd,
  usdAmountOrZero,
} from '#platform/http/schemas.ts'
import { FORM_SETTINGS } from './model.ts'

const tags = ['Administration']
const method = z.enum(PAYMENT_METHODS)
const role = z.enum(ROLES)
const version = z
  .string()
  .max(30)
  .meta({ description: 'the version that was read; empty for the defaults' })
const changed = z.object({ by: z.string(), at: instant }).nullable()

const settingName = z.enum(FORM_SETTINGS)

const pause = z.object({ reason: z.string(), since: z.string() }).nullable()

const settings = z.object({
  mode: z.enum(['sandbox', 'live']),
  settings: z.array(
    z.object({
      name: settingName,
      value: z
        .record(z.string(), z.unknown())
        .meta({ description: 'basis points as numbers, amounts in dollars' }),
      changed,
      version,
    }),
  ),
  pauses: z.object({ deposits: pause, withdrawals: pause, signUps: pause }),
  methods: z.array(
    z.object({
      _id: method,
      name: z.string(),
      network: z.string(),
      address: z.string().nullable(),
      sample: z.boolean(),
      quoteMinutes: z.int(),
      confirmations: z.int(),
      withdrawalFee: usd,
      minWithdrawal: usd,
      changed,
      version,
    }),
  ),
  addresses: z.array(
    z.object({
      _id: z.string(),
      method,
      address: z.string(),
      effectiveFrom: instant,
      changed: z.object({ by: z.string(), at: instant }),
    }),
  ),
  waiting: z
    .array(
      z.object({ method, proposal: z.string(), address: z.string(), by: z.string(), at: instant }),
    )
    .meta({ description: 'addresses that wait for a second admin' }),
})

const auditEvent = z.object({
  _id: z.string(),
  at: instant,
  actor: z.object({
    kind: z.enum(['member', 'admin', 'system']),
    _id: z.string(),
    label: z.string(),
  }),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  place: z.string().nullable().meta({
    description: 'position in the hash chain; null until the event is chained, about a second',
  }),
  hash: z.string().nullable(),
  before: z.string().meta({ description: 'send as `before` to get the next page' }),
})

const search = {
  search: z.string().max(200).default(''),
  action: z.string().max(60).optional().meta({ description: 'an action or its prefix' }),
  since: day.optional(),
  until: day.optional().meta({ description: 'including this day' }),
}

const staffLine = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  state: z.enum(['invited', 'active', 'suspended']),
  suspendedReason: z.string().nullable(),
  suspendedAt: instant.nullable(),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  hasFactor: z.boolean(),
  openSessions: z.int(),
  resetDueAt: instant
    .nullable()
    .meta({ description: 'when the second factor is reset, unless the reset is stopped' }),
  me: z.boolean(),
})

const queue = z.object({
  name: z.string(),
  cron: z.string().nullable(),
  waiting: z.int(),
  active: z.int(),
  retrying: z.int(),
  failed: z.int(),
  lastDoneAt: instant.nullable(),
})

const troubled = z.object({
  _id: z.string(),
  queue: z.string(),
  state: z.enum(['retry', 'failed']),
  tries: z.int(),
  createdAt: instant,
  nextAt: instant.nullable(),
  lastError: z.string(),
  payload: z.record(z.string(), z.unknown()),
})

const number = z.string().regex(/^\d{1,18}$/)
const id = z.string().max(60)
const name = z.string().trim().min(1, 'Please enter a name.').max(80)
/** A reason as sent; the command rejects a missing one with its own message. */
const reason = z.string().max(1_000).default('')

const requireOwner = () => admin(...getPermittedRoles('house.run'))
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
