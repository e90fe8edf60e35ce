import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { EMAIL_MAX } from '#modules/identity/model.ts'
import { admin } from '#platform/http/contract.ts'
import { buildApprovalResponse, buildEnvelope, messageOnly } from '#platform/http/schemas.ts'
import { id, name, reason, requireStaffEditor, tags } from './fields.ts'
import { role, staffLine } from './staff.ts'

/** Staff and their access. */
export const staffCalls = {
  staff: admin()
    .route({
      method: 'GET',
      path: '/admin/staff',
      summary: 'List the staff with their access',
      tags,
    })
    .output(buildEnvelope(z.array(staffLine))),
  invite: requireStaffEditor()
    .route({
      method: 'POST',
      path: '/admin/staff',
      summary: 'Invite a staff member; in live another owner approves a money role',
      outputStructure: 'detailed',
      tags,
    })
    .input(
      z.object({
        firstName: name,
        lastName: name,
        email: z.email('Please enter an email address.').max(EMAIL_MAX),
        role,
      }),
    )
    .output(buildApprovalResponse(messageOnly)),
  changeRole: requireStaffEditor()
    .route({
      method: 'PATCH',
      path: '/admin/staff/{id}/role',
      summary: 'Change the role of a staff member; in live another owner approves a money role',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ id, role }))
    .output(buildApprovalResponse(messageOnly)),
  suspendStaff: requireStaffEditor()
    .route({
      method: 'POST',
      path: '/admin/staff/{id}/suspend',
      summary: 'Suspend a staff member',
      tags,
    })
    .input(z.object({ id, reason }))
    .output(messageOnly),
  reinstateStaff: requireStaffEditor()
    .route({
      method: 'POST',
      path: '/admin/staff/{id}/reinstate',
      summary: 'Reinstate a staff member; in live another owner approves a money role',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ id }))
    .output(buildApprovalResponse(messageOnly)),
  endStaffSessions: requireStaffEditor()
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
        'Reset two-factor authentication of a staff member; in live after another admin ' +
        'approves, with a delay of a day',
    })
    .input(z.object({ id, reason }))
    .output(buildApprovalResponse(messageOnly)),
  stopStaffReset: requireStaffEditor()
    .route({
      method: 'POST',
      path: '/admin/staff/{id}/stop-reset',
      summary: 'Cancel a pending reset of two-factor authentication',
      tags,
    })
    .input(z.object({ id }))
    .output(messageOnly),
}
