import { z } from 'zod'
import { MEMBER_STATUSES } from '#modules/identity/model.ts'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, instant, usd } from '#platform/http/schemas.ts'
import { tags } from './fields.ts'

const password = z.string().min(1, 'Please enter your password.').max(1024)

const dataExport = z.object({
  _id: z.string(),
  status: z.enum(['waiting', 'ready', 'failed', 'gone']),
  doneParts: z.int(),
  allParts: z.int(),
  requestedAt: instant,
  readyAt: instant.nullable(),
  expiresAt: instant.nullable(),
  bytes: z.string().nullable(),
  sha256: z.string().nullable(),
})

/** The member, the data export and closing the account. */
export const userCalls = {
  user: member
    .route({ method: 'GET', path: '/user', summary: 'Get the member’s profile and balances', tags })
    .output(
      buildEnvelope(
        z.object({
          _id: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          email: z.string(),
          status: z.enum(MEMBER_STATUSES),
          phone_number: z.string(),
          referral_code: z.string(),
          total_balance: usd.meta({ description: 'returns paid and not withdrawn' }),
          withdrawable_balance: usd.meta({ description: 'cash and open principal' }),
          total_invest: usd.meta({ description: 'sum of completed deposits' }),
          total_withdrawal: usd.meta({ description: 'sum of completed withdrawals' }),
          accrued: usd.meta({
            description: 'estimate for active positions, not included in any balance',
          }),
          due: usd.meta({
            description: 'matured returns not paid yet, not included in any balance',
          }),
          createdAt: instant,
          country: z.string(),
          portfolio_value: usd.meta({
            description: 'cash, open principal, profit and pending withdrawals',
          }),
          cash: usd,
          principal: usd,
          held: usd.meta({ description: 'reserved for withdrawals that are not paid yet' }),
        }),
      ),
    ),
  dataExports: member
    .route({
      method: 'GET',
      path: '/user/data-exports',
      summary: 'List the member’s data exports',
      tags,
    })
    .output(buildEnvelope(z.array(dataExport))),
  requestDataExport: member
    .route({
      method: 'POST',
      path: '/user/data-exports',
      summary: 'Request a data export',
      tags,
    })
    .input(z.object({ password }))
    .output(buildEnvelope(dataExport)),
  dataExportFile: member
    .route({
      method: 'GET',
      path: '/user/data-exports/{id}/file',
      summary: 'Download a data export as JSON',
      tags,
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(z.file()),
  closing: member
    .route({
      method: 'GET',
      path: '/user/closing',
      summary: 'List the obstacles to closing the account',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          phrase: z.string().meta({ description: 'phrase to type as confirmation' }),
          obstacles: z.array(z.object({ code: z.string(), text: z.string(), to: z.string() })),
          retention: z.object({
            messageDays: z.int(),
            proofDays: z.int(),
            answerDays: z.int(),
            identityDays: z.int(),
            detailsDays: z
              .int()
              .nullable()
              .meta({ description: 'of name and contact details; null: erased at once' }),
          }),
        }),
      ),
    ),
  close: member
    .route({
      method: 'POST',
      path: '/user/closing',
      summary: 'Close the account permanently',
      tags,
    })
    .input(z.object({ password, confirmation: z.string().max(100) }))
    .output(
      buildEnvelope(
        z.object({ reference: z.string().meta({ description: 'the id of its audit event' }) }),
      ),
    ),
}
