import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { pageFacts } from '#platform/db/list-input.ts'
import { admin, adminPersonalFile } from '#platform/http/contract.ts'
import { buildEnvelope } from '#platform/http/schemas.ts'
import { approvalCalls } from './contract/approval-calls.ts'
import { complianceCalls } from './contract/compliance.ts'
import { tags } from './contract/fields.ts'
import { memberCalls } from './contract/member-calls.ts'
import { editCalls } from './contract/member-edit-calls.ts'
import { users, usersQuery } from './contract/members.ts'
import { staffNotificationCalls } from './contract/staff-notifications.ts'
import { totals, waiting } from './contract/totals.ts'

export const backofficeContract = {
  ...approvalCalls,
  ...staffNotificationCalls,
  users: admin()
    .route({ method: 'GET', path: '/admin/users', summary: 'List members', tags })
    .input(usersQuery)
    .output(
      z.object({ message: z.string(), data: users }).extend({ ...users.shape, ...pageFacts }),
    ),
  usersFile: adminPersonalFile(...getPermittedRoles('data.export'))
    .route({
      method: 'GET',
      path: '/admin/users.csv',
      summary: 'Export members as CSV',
      tags,
    })
    .input(usersQuery.omit({ page: true, size: true }))
    .output(z.file()),
  waiting: admin()
    .route({
      method: 'GET',
      path: '/admin/waiting',
      summary: 'Count open work',
      tags,
    })
    .output(buildEnvelope(waiting)),
  ...memberCalls,
  ...complianceCalls,
  totals: admin()
    .route({
      method: 'GET',
      path: '/admin/totals',
      summary: 'Get the figures of the overview',
      tags,
    })
    .output(buildEnvelope(totals)),
  ...editCalls,
}
