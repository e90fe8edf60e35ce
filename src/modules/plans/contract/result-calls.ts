import { z } from 'zod'
import { getPermittedRoles } from '#modules/approvals/model.ts'
import { admin, adminMoney, adminMoneyUpload } from '#platform/http/contract.ts'
import { buildApprovalResponse, buildEnvelope } from '#platform/http/schemas.ts'
import { LOSS_SOURCES } from '../model.ts'
import {
  currencySchema,
  evidenceInput,
  id,
  periodInput,
  placeInput,
  textOrEmpty,
} from './inputs.ts'
import { planPerformance } from './performance.ts'
import { incomeReversal, proposedReversal, waitingProposal } from './results.ts'

/** Declares a staff call that proposes income or a loss to a second admin. */
const buildResultRoute = <Path extends `/admin/plans/{id}/${string}`>(
  path: Path,
  summary: string,
) => ({ method: 'POST', path, summary, outputStructure: 'detailed', tags: ['Plans'] }) as const

/** Incomes, losses and their evidence. */
export const resultCalls = {
  proposeIncome: adminMoneyUpload(...getPermittedRoles('income.record'))
    .route(buildResultRoute('/admin/plans/{id}/income', 'Record what a plan earned'))
    .input(
      z.object({
        id,
        currency: currencySchema,
        amount: textOrEmpty.meta({ description: 'in its currency, exact' }),
        place: placeInput,
        txid: textOrEmpty,
        outputIndex: textOrEmpty,
        bankReference: textOrEmpty,
        ...periodInput,
        source: textOrEmpty.meta({ description: 'where it came from, in words' }),
        evidence: evidenceInput,
        whilePlaced: z
          .enum(['income'])
          .optional()
          .meta({ description: 'while assets are placed for the plan: that it is income' }),
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(waitingProposal))),
  proposeLoss: adminMoneyUpload(...getPermittedRoles('loss.record'))
    .route(buildResultRoute('/admin/plans/{id}/loss', 'Record what a plan lost'))
    .input(
      z.object({
        id,
        amount: textOrEmpty.meta({ description: 'in its currency; assets are in dollars' }),
        from: z
          .enum(LOSS_SOURCES)
          .meta({ description: 'what was placed outside, or what is held' }),
        currency: currencySchema.default('USD'),
        place: placeInput,
        ...periodInput,
        cause: textOrEmpty.meta({ description: 'in words that members read' }),
        evidence: evidenceInput,
      }),
    )
    .output(buildApprovalResponse(buildEnvelope(waitingProposal))),
  incomeReversal: admin()
    .route({
      method: 'GET',
      path: '/admin/income/{id}/reversal',
      summary: 'Preview the reversal of an income, or why it can’t be reversed',
      tags: ['Plans'],
    })
    .input(z.object({ id }))
    .output(buildEnvelope(incomeReversal)),
  reverseIncome: adminMoney(...getPermittedRoles('income.reverse'))
    .route({
      method: 'POST',
      path: '/admin/income/{id}/reverse',
      summary: 'Propose to reverse an income; another admin has to approve it',
      successStatus: 202,
      tags: ['Plans'],
    })
    .input(z.object({ id, reason: z.string().max(2_000).optional() }))
    .output(buildEnvelope(proposedReversal)),
  performance: admin()
    .route({
      method: 'GET',
      path: '/admin/plans/{id}/ledger',
      summary: 'Get what a plan earned, lost, paid and owes',
      tags: ['Plans'],
    })
    .input(z.object({ id }))
    .output(buildEnvelope(planPerformance)),
  evidence: admin()
    .route({
      method: 'GET',
      path: '/admin/evidence/{id}',
      summary: 'Download the evidence of an income or a loss, recorded or proposed',
      tags: ['Plans'],
    })
    .input(z.object({ id }))
    .output(z.file()),
}
