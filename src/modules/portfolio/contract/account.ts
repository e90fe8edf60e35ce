import { z } from 'zod'
import { MEMBER_STATUSES } from '#modules/identity/model.ts'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, instant, messageOnly, usd } from '#platform/http/schemas.ts'
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
    .route({ method: 'GET', path: '/user', summary: 'Who I am and what I have', tags })
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
          accrued: usd.meta({ description: 'an estimate of terms that run; in no balance' }),
          due: usd.meta({ description: 'of terms that have ended, not paid yet; in no balance' }),
          createdAt: instant,
          country: z.string(),
          cash: usd,
          principal: usd,
          held: usd.meta({ description: 'set aside for withdrawals that are not paid yet' }),
        }),
      ),
    ),
  dataExports: member
    .route({ method: 'GET', path: '/user/data-exports', summary: 'The files of my own data', tags })
    .output(buildEnvelope(z.array(dataExport))),
  requestDataExport: member
    .route({
      method: 'POST',
      path: '/user/data-exports',
      summary: 'Request my data export',
      tags,
    })
    .input(z.object({ password }))
    .output(buildEnvelope(dataExport)),
  dataExportFile: member
    .route({
      method: 'GET',
      path: '/user/data-exports/{id}/file',
      summary: 'My own data, as JSON',
      tags,
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(z.file()),
  closing: member
    .route({
      method: 'GET',
      path: '/user/closing',
      summary: 'The obstacles to closing my account',
      tags,
    })
    .output(
      buildEnvelope(
        z.object({
          phrase: z.string().meta({ description: 'what has to be typed' }),
          obstacles: z.array(z.object({ code: z.string(), text: z.string(), to: z.string() })),
          retention: z.object({ proofDays: z.int(), messageDays: z.int() }),
        }),
      ),
    ),
  close: member
    .route({ method: 'POST', path: '/user/closing', summary: 'Close my account, for good', tags })
    .input(z.object({ password, confirmation: z.string().max(100) }))
    .output(messageOnly),
}
