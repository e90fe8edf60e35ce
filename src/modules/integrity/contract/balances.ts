import { z } from 'zod'
import { admin } from '#platform/http/contract.ts'
import { buildEnvelope, day, instant } from '#platform/http/schemas.ts'
import { account, amount, at, currency, number, tags } from './fields.ts'

const line = z.object({
  seq: number,
  postedAt: instant,
  effective: day,
  kind: z.string(),
  other: z.string(),
  change: amount,
  balance: amount,
  reference: z.string(),
  reason: z.string().nullable(),
})

export const accountLine = z.object({
  account,
  class: z.string(),
  currency,
  balance: amount,
  owner: z.string().nullable(),
  ownerName: z.string().nullable(),
  openedAt: instant,
  closed: z.boolean(),
})

/** Balances by day or number. */
export const balanceCalls = {
  balance: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/balance',
      summary: 'Get the balance of an account at any time',
      tags,
    })
    .input(z.object({ account, at }))
    .output(buildEnvelope(z.object({ account, currency, balance: amount }))),
  trialBalance: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/trial-balance',
      summary: 'Get the trial balance at any time',
      tags,
    })
    .input(z.object({ at }))
    .output(buildEnvelope(z.array(z.object({ currency, class: z.string(), balance: amount })))),
  statement: admin()
    .route({
      method: 'GET',
      path: '/admin/ledger/statement',
      summary:
        'Get the statement of an account over business dates, with opening and closing balance',
      tags,
    })
    .input(
      z.object({
        account,
        from: day.optional().meta({ description: 'default: 90 days before the last day' }),
        to: day.optional().meta({ description: 'default: today' }),
      }),
    )
    .output(
      buildEnvelope(
        z.object({
          account,
          currency,
          from: day,
          to: day,
          opening: amount,
          lines: z.array(line),
          closing: amount,
        }),
      ),
    ),
}
