import { z } from 'zod'
import { member } from '#platform/http/contract.ts'
import { buildEnvelope, day, usd } from '#platform/http/schemas.ts'
import { entry, head, period, statementLine, subAccountBalances, tags } from './fields.ts'

const sums = {
  deposits: usd,
  returns: usd,
  losses: usd.meta({ description: 'zero or below' }),
  rewards: usd,
  adjustments: usd,
  fees: usd.meta({ description: 'zero or below' }),
  withdrawals: usd.meta({ description: 'zero or below' }),
}

/** Entries and statements. */
export const statementCalls = {
  entries: member
    .route({
      method: 'GET',
      path: '/user/entries',
      summary: 'List the member’s newest journal rows',
      tags,
    })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(100).default(10) }))
    .output(buildEnvelope(z.array(entry))),
  statement: member
    .route({
      method: 'GET',
      path: '/user/statement',
      summary: 'Get a statement for a period',
      tags,
    })
    .input(period)
    .output(
      buildEnvelope(
        z.object({
          from: day,
          to: day,
          opening: subAccountBalances,
          lines: z.array(statementLine),
          sums: z.object(sums),
          closing: subAccountBalances,
          head,
        }),
      ),
    ),
  statementCsv: member
    .route({
      method: 'GET',
      path: '/user/statement.csv',
      summary: 'Download a statement as CSV',
      tags,
    })
    .input(period)
    .output(z.file()),
  statementPdf: member
    .route({
      method: 'GET',
      path: '/user/statement.pdf',
      summary: 'Download a statement as PDF',
      tags,
    })
    .input(period)
    .output(z.file()),
  balance: member
    .route({
      method: 'GET',
      path: '/user/balance',
      summary: 'Get the balances at the end of a day',
      tags,
    })
    .input(z.object({ on: day.optional() }))
    .output(
      buildEnvelope(
        z.object({
          on: day,
          today: day,
          joined: day.meta({
            description: 'first day that a statement can cover',
          }),
          ...subAccountBalances.shape,
          head,
        }),
      ),
    ),
  year: member
    .route({
      method: 'GET',
      path: '/user/year',
      summary: 'Get a year’s changes by month',
      tags,
    })
    .input(z.object({ year: z.coerce.number().int().min(2000).max(9999).optional() }))
    .output(
      buildEnvelope(
        z.object({
          year: z.int(),
          from: day,
          to: day,
          opening: usd,
          ...sums,
          closing: usd,
          head,
          months: z.array(z.object({ month: z.string(), opening: usd, ...sums, closing: usd })),
        }),
      ),
    ),
}
