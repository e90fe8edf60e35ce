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
  amount: amount.meta({ description: 'the external balance' }),
  ledgerAmount: amount.meta({ description: 'the ledger balance at that time' }),
  difference: amount.meta({ description: 'external balance minus ledger balance' }),
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
  owner: person.nullable().meta({ description: 'the assignee' }),
  takenAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  resolvedBy: person.nullable(),
  resolvedAs: z.enum(['agreed', 'explained']).nullable(),
  resolution: z.string().nullable(),
  shortage: z
    .boolean()
    .meta({ description: 'the external balance was lower than the ledger: two admins explain it' }),
  waiting: z
    .object({ by: z.string(), at: instant })
    .nullable()
    .meta({ description: 'who proposed an explanation that is waiting for a second admin' }),
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
      summary: 'List differences between external balances and the ledger, newest first',
      tags,
    })
    .input(z.object({ status: z.enum(['open', 'resolved']).optional() }))
    .output(buildEnvelope(z.array(reconciliationBreak))),
  recordBalance: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/balances',
      summary: 'Record an external balance; a difference from the ledger is opened for review',
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
        asOf: z.iso.datetime({ offset: true }).optional().meta({ description: 'default: now' }),
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
      summary: 'Assign a difference to yourself',
      tags,
    })
    .input(z.object({ id: breakId }))
    .output(buildEnvelope(reconciliationBreak)),
  resolveBreak: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/breaks/{id}/resolve',
      summary: 'Resolve a difference with an explanation; a shortage needs a second admin',
      outputStructure: 'detailed',
      tags,
    })
    .input(z.object({ id: breakId, explanation: z.string().max(2_000).default('') }))
    .output(buildApprovalResponse(buildEnvelope(reconciliationBreak))),
  requestOutsideBalances: admin(...getPermittedRoles('ledger.reconcile'))
    .route({
      method: 'POST',
      path: '/admin/reconciliation/fetch',
      summary: 'Fetch the external balances now',
      tags,
    })
    .output(messageOnly),
}
