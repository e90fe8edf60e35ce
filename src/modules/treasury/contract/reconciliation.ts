import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin } from '#platform/http/contract.ts'
import {
  buildApprovalResponse,
  buildEnvelope,
  instant,
  messageOnly,
} from '#platform/http/schemas.ts'
import { account, amount, breakId, formText, person, tags, where } from './fields.ts'

export const outsideBalance = z.object({
  _id: z.string(),
  amount: amount.meta({ description: 'what was said to be held outside' }),
  ledgerAmount: amount.meta({ description: 'what the books had held at that moment' }),
  difference: amount.meta({ description: 'outside less books' }),
  asOf: instant,
  source: z.enum(['entered', 'fetched']),
  statedBy: z.string(),
  evidence: z.string(),
  recordedAt: instant,
  recordedBy: person,
})

export const reconciliationBreak = z.object({
  _id: z.string(),
  ...where,
  difference: amount.meta({ description: 'when it was opened' }),
  latest: outsideBalance.meta({ description: 'the last balance that differed' }),
  openedAt: instant,
  dueAt: instant,
  overdue: z.boolean(),
  owner: person.nullable().meta({ description: 'who has taken it' }),
  takenAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  resolvedBy: person.nullable(),
  resolvedAs: z.enum(['agreed', 'explained']).nullable(),
  resolution: z.string().nullable(),
  shortage: z
    .boolean()
    .meta({ description: 'outside held less than the books: two admins explain it' }),
  waiting: z
    .object({ by: z.string(), at: instant })
    .nullable()
    .meta({ description: 'who proposed an explanation that waits for a second admin' }),
  approvedBy: z
    .string()
    .nullable()
    .meta({ description: 'the second admin who agreed to the explanation' }),
})

/** Outside balances and breaks. */
export const reconciliationCalls = {
  breaks: admin()
    .route({
      method: 'GET',
      path: '/admin/reconciliation/breaks',
      summary: 'Differences between outside and books, newest first',
      tags,
    })
    .input(z.object({ status: z.enum(['open', 'resolved']).optional() }))
    .output(buildEnvelope(z.array(reconciliationBreak))),
  recordBalance: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/balances',
      summary: 'Record an outside balance; a difference opens a break',
      tags,
    })
    .input(
      z.object({
        account,
        amount: formText.meta({
          type: 'string',
          maxLength: 1_000,
          description: "in the account's currency",
        }),
        asOf: z.iso.datetime({ offset: true }).optional().meta({ description: 'now unless named' }),
        evidence: z.string().max(1_000).default(''),
      }),
    )
    .output(
      buildEnvelope(
        z.object({ balance: outsideBalance, openBreak: reconciliationBreak.nullable() }),
      ),
    ),
  takeBreak: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/breaks/{id}/take',
      summary: 'Take a break to clear it up',
      tags,
    })
    .input(z.object({ id: breakId }))
    .output(buildEnvelope(reconciliationBreak)),
  resolveBreak: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/breaks/{id}/resolve',
      summary: 'End a break by explaining the difference; a shortage is proposed',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ id: breakId, explanation: z.string().max(2_000).default('') }))
    .output(buildApprovalResponse(buildEnvelope(reconciliationBreak))),
  requestOutsideBalances: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/fetch',
      summary: 'Fetch the outside balances now',
      tags,
    })
    .output(messageOnly),
}
